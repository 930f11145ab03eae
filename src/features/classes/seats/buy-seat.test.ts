import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { refusalIn } from '../../../testing/answers/to-be-refused.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { paymentRow, sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { absenceRefusals, buyRefusals, changeRefusals, enrolRefusals, readClass } from '../contract.ts';

describe.each(sceneNames)('buySeat with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('holds the seat while it is being paid, and gives it when the money is there', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const checkout = await scene.buySeat(person, classId);
    expect((await scene.seatOf(classId, person))?.heldUntil).toEqual(scene.at(30));
    const seen = await answerOf(scene.community.request(person, 'GET', `/api/classes/${classId}`), readClass);
    expect(seen).toMatchObject({ isEnrolled: false, seatsTaken: 1 });
    expect(await scene.buySeat(person, classId)).toEqual(checkout);

    scene.afterMinutes(5);
    await scene.outside.pay(await scene.refOf(checkout.paymentId));
    await scene.deliverWebhook(checkout.paymentId);
    expect(await scene.seatOf(classId, person)).toEqual({ heldUntil: null, paymentId: checkout.paymentId });
    const { enrolledAt } = await scene.community.db
      .selectFrom('classEnrollments')
      .select('enrolledAt')
      .where('paymentId', '=', checkout.paymentId)
      .executeTakeFirstOrThrow();
    expect(enrolledAt).toEqual(scene.at(5));
    expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
    await expect(scene.askForSeat(person, classId)).toBeRefused(buyRefusals.alreadyYours);
    // The teacher gets 70 % of 33.30, and the platform the fraction of a cent.
    expect(await paymentRow(scene.community, checkout.paymentId)).toMatchObject({
      amountCents: 3330,
      teacherId: scene.teacher.id,
      teacherShareCents: 2331,
      platformShareCents: 999,
    });
  });

  it('sells no seat at a price or for a teacher that the class has no more when it is held', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const other = await scene.community.person({ role: 'teacher', verified: true });
    let bought: Promise<Response> | undefined;
    await scene.community.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('classes')
        .set({ createdBy: other.id, priceCents: 5000, version: 2 })
        .where('id', '=', classId)
        .execute();
      bought = scene.askForSeat(person, classId);
      await expect.poll(() => waitingForLocks(scene.community.db)).toHaveLength(1);
    });
    await expect(bought).toBeRefused(changeRefusals.changedMeanwhile);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    const { paymentId } = await scene.buySeat(person, classId);
    const row = await paymentRow(scene.community, paymentId);
    expect(row).toMatchObject({ amountCents: 5000, teacherId: other.id });
  });

  it('sells no seat at another start than the student saw', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const buy = (seen: Date) =>
      scene.community.request(
        person,
        'POST',
        `/api/classes/${classId}/seat-checkout?startsAt=${seen.toISOString()}`,
      );
    const [saw, isNow] = [scene.at(10 * 24 * 60), scene.at(11 * 24 * 60)];
    await scene.community.db
      .updateTable('classes')
      .set({ startsAt: isNow, movedAt: scene.at(0), version: 2 })
      .where('id', '=', classId)
      .execute();
    await expect(buy(saw)).toBeRefused(enrolRefusals.moved);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect((await buy(isNow)).status).toBe(200);
    expect(await scene.seatOf(classId, person)).toBeDefined();
  });

  it('sells nothing to a student whose plan includes the class, to its teacher, or too late', async () => {
    const classId = await scene.newClass();
    const vip = await scene.community.person({ tier: 'vip' });
    await expect(scene.askForSeat(vip, classId)).toBeRefused(buyRefusals.inYourPlan);
    await expect(scene.askForSeat(scene.teacher, classId)).toBeRefused(enrolRefusals.ownClass);
    const kid = await scene.community.person({ ageGroup: 'kid' });
    expect((await scene.askForSeat(kid, classId)).status).toBe(404);
    const person = await scene.community.person();
    await expect(scene.askForSeat(person, await scene.newClass({ priceCents: null }))).toBeRefused(
      buyRefusals.notSold,
    );
    await expect(scene.askForSeat(person, await scene.newClass({ startsAt: scene.at(-1) }))).toBeRefused(
      enrolRefusals.alreadyStarted,
    );
    expect((await scene.askForSeat(person, '00000000-0000-7000-8000-000000000000')).status).toBe(404);
    const { db } = scene.community;
    expect(await db.selectFrom('payments').select('id').where('userId', '=', person.id).execute()).toEqual(
      [],
    );
  });

  it('holds the last seat for one of four students, and the others pay nothing', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const people = await Promise.all([1, 2, 3, 4].map(() => scene.community.person()));
    const answers = await Promise.all(people.map((person) => scene.askForSeat(person, classId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refusals = await Promise.all(answers.map(refusalIn));
    expect(refusals.filter(({ code }) => code === enrolRefusals.full.code)).toHaveLength(3);
    const rows = await scene.community.db
      .selectFrom('payments')
      .select('id')
      .where('classId', '=', classId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('gives the seat of a club that a student began to pay for before their clubs were paused', async () => {
    const { community, teacher } = scene;
    const { db } = community;
    const person = await community.person();
    const [held, lapsed] = [await scene.newClass({ kind: 'club' }), await scene.newClass({ kind: 'club' })];
    const payments = [];
    for (const classId of [held, lapsed]) payments.push((await scene.buySeat(person, classId)).paymentId);
    for (let turn = 0; turn < 3; turn++) {
      const classId = await insertClass(db, teacher, { kind: 'club', startsAt: scene.at(60) });
      await insertSeats(db, classId, person);
      const late = `/api/classes/${classId}/late-leaving`;
      expect((await community.request(person, 'POST', late, { explanation: null })).status).toBe(200);
    }
    const another = await scene.newClass({ kind: 'club' });
    await expect(scene.askForSeat(person, another)).toBeRefused(absenceRefusals.clubsPaused);
    // The held seat of one has run out; the money comes later, as with a voucher.
    await db.deleteFrom('classEnrollments').where('classId', '=', lapsed).execute();
    for (const paymentId of payments) await scene.pay(paymentId);
    for (const classId of [held, lapsed]) {
      expect(await scene.seatOf(classId, person)).toMatchObject({ heldUntil: null });
    }
  });

  it('releases the held seat of a class that was cancelled before the money came, and pays it back', async () => {
    const { community, teacher } = scene;
    const classId = await scene.newClass();
    const person = await community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const cancellation = `/api/classes/${classId}/cancellation`;
    expect((await community.request(teacher, 'POST', cancellation, { reason: 'Sin luz' })).status).toBe(200);
    await scene.pay(paymentId);
    await scene.refund();
    expect(await paymentRow(community, paymentId)).toMatchObject({ status: 'refunded' });
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('gives no seat to a student who became a kid before the payment was there, and pays it back', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    // The held seat has run out; the money comes later, as with a voucher.
    const { db } = scene.community;
    await db.deleteFrom('classEnrollments').where('userId', '=', person.id).execute();
    await db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', person.id).execute();
    await scene.outside.pay(await scene.refOf(paymentId));
    await scene.deliverWebhook(paymentId);
    await scene.refund();
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({ status: 'refunded' });
  });
});
