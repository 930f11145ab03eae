import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  insertClass,
  insertPaidSeat,
  minutesFromNow,
  now,
  type SeatScene,
  seatScene,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { enrolRefusals, readClass } from '../contract.ts';
import { leaveClass } from './leave-class.ts';

describe.each(sceneNames)('leaveClass with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('gives the money back to a student who leaves a day before, and not to one who leaves later', async () => {
    const classId = await scene.newClass();
    const early = await scene.seatBuyer(classId);
    const late = await scene.seatBuyer(classId);
    const leave = (person: Person) =>
      scene.community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`);
    scene.afterMinutes(9 * 24 * 60);
    expect((await leave(early.person)).status).toBe(200);
    scene.afterMinutes(9 * 24 * 60 + 1);
    expect((await leave(late.person)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, early.paymentId)).toBe('refunded');
    expect(await paymentRow(scene.community, late.paymentId)).toMatchObject({
      status: 'completed',
      refundWantedAt: null,
      forfeitedAt: scene.at(9 * 24 * 60 + 1),
    });
  });

  it('gives the money back for a class that got shorter, however late the student leaves', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    scene.afterMinutes(9 * 24 * 60 + 60);
    const path = `/api/classes/${classId}`;
    const shorter = { version: 1, durationMinutes: 10 };
    expect((await scene.community.request(scene.teacher, 'PATCH', path, shorter)).status).toBe(200);
    expect((await scene.community.request(person, 'DELETE', `${path}/enrolment`)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('gives the money back for a class that was moved, however late the student leaves', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    scene.afterMinutes(9 * 24 * 60 + 60);
    const card = () => answerOf(scene.community.request(person, 'GET', `/api/classes/${classId}`), readClass);
    expect(await card()).toMatchObject({ movedSincePaid: false });
    await scene.community.db
      .updateTable('classes')
      .set({ movedAt: scene.community.now() })
      .where('id', '=', classId)
      .execute();
    expect(await card()).toMatchObject({ movedSincePaid: true });
    expect(
      (await scene.community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`)).status,
    ).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('gives the money back for a class without a teacher, however late the student leaves', async () => {
    const teacher = await scene.community.person({ role: 'teacher', verified: true });
    const classId = await scene.newClass({ createdBy: teacher.id });
    const { person, paymentId } = await scene.seatBuyer(classId);
    scene.afterMinutes(9 * 24 * 60 + 60);
    const demotion = { role: 'student' };
    await scene.community.request(scene.admin, 'PUT', `/api/people/${teacher.id}/role`, demotion);
    const path = `/api/classes/${classId}`;
    const card = await answerOf(scene.community.request(person, 'GET', path), readClass);
    expect(card).toMatchObject({ lacksTeacher: true });
    expect((await scene.community.request(person, 'DELETE', `${path}/enrolment`)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('gives the money back for a class that was moved while it was being paid', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.community.db
      .updateTable('classes')
      .set({ movedAt: scene.at(5), startsAt: scene.at(60) })
      .where('id', '=', classId)
      .execute();
    scene.afterMinutes(10);
    await scene.pay(paymentId);
    const card = scene.community.request(person, 'GET', `/api/classes/${classId}`);
    expect(await answerOf(card, readClass)).toMatchObject({ isEnrolled: true, movedSincePaid: true });
    await scene.community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('closes the checkout of a seat that is only held', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    await expect(scene.outside.pay(await scene.refOf(paymentId))).rejects.toThrow(/over/);
  });

  it('sends the money of a voucher back that was taken before the student left and is paid after it', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const ref = await scene.refOf(paymentId);
    await scene.outside.takeVoucher(ref, scene.at(2 * 24 * 60));
    await scene.community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`);
    // The provider tells of the voucher, which does not keep the payment open.
    await scene.deliverWebhook(paymentId);
    expect((await paymentRow(scene.community, paymentId)).expiresAt).toEqual(scene.community.now());
    await scene.outside.pay(ref, 'oxxo');
    await scene.deliverWebhook(paymentId);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });
});

describe('leaveClass', () => {
  let community: Community;
  let teacher: Person;
  let student: Person;
  let enrol: SeatScene['enrol'];
  let leave: SeatScene['leave'];
  let enrolled: SeatScene['enrolled'];
  beforeAll(async () => {
    ({ community, teacher, student, enrol, leave, enrolled } = await seatScene());
  });
  afterAll(() => community.close());

  it('frees the seat for other students', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const next = await community.person();
    await enrol(student, id);
    const answer = await leave(student, id);
    expect(await answer.json()).toEqual({ classId: id, isEnrolled: false, seatsTaken: 0 });
    expect((await enrol(next, id)).status).toBe(200);
    expect(await enrolled(id)).toEqual([next.id]);
  });

  it('refunds a bought seat until a day before the start', async () => {
    const wanted = async (hoursAhead: number) => {
      const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(hoursAhead * 60) });
      const buyer = await community.person();
      const paymentId = await insertPaidSeat(community.db, { classId: id, userId: buyer.id });
      expect((await leave(buyer, id)).status).toBe(200);
      const payment = await community.db
        .selectFrom('payments')
        .select('refundWantedAt')
        .where('id', '=', paymentId)
        .executeTakeFirst();
      return payment?.refundWantedAt !== null;
    };
    expect(await wanted(24)).toBe(true);
    expect(await wanted(23)).toBe(false);
  });

  it('keeps the seats of the other students', async () => {
    const id = await insertClass(community.db, teacher);
    const other = await community.person();
    await enrol(student, id);
    await enrol(other, id);
    await leave(student, id);
    expect(await enrolled(id)).toEqual([other.id]);
  });

  it('changes nothing and is no error for a student without a seat', async () => {
    const id = await insertClass(community.db, teacher);
    const other = await community.person();
    await enrol(other, id);
    const answer = await leave(student, id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ classId: id, isEnrolled: false, seatsTaken: 1 });
    expect(await enrolled(id)).toEqual([other.id]);
  });

  it('refuses a student once the class has begun', async () => {
    const id = await insertClass(community.db, teacher);
    await enrol(student, id);
    await community.db.updateTable('classes').set({ startsAt: now }).where('id', '=', id).execute();
    await expect(leave(student, id)).toBeRefused(enrolRefusals.alreadyStarted);
    expect(await enrolled(id)).toEqual([student.id]);
  });

  it('lets a student leave who no longer learns the language of the class', async () => {
    const id = await insertClass(community.db, teacher, { language: 'de' });
    const learner = await community.person({ languages: ['de'] });
    await enrol(learner, id);
    await community.db
      .updateTable('profiles')
      .set({ languages: ['fr'] })
      .where('userId', '=', learner.id)
      .execute();
    const ctx = await community.ctxFor(learner);
    expect(ctx.actor).toMatchObject({ languages: ['fr'] });
    expect(await leaveClass(ctx, id)).toMatchObject({ isEnrolled: false });
    expect(await enrolled(id)).toEqual([]);
  });

  it('answers 404 for a class that the student cannot see', async () => {
    const id = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    await expect(leave(student, id)).toBeRefused(commonRefusals.notFound);
    await expect(leave(null, id)).toBeRefused(commonRefusals.signInFirst);
  });
});
