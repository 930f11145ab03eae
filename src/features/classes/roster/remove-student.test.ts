import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPayment } from '#features/payments/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  rosterActs,
  type SeatScene,
  seatScene,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { attendanceRefusals, enrolRefusals, removalRefusals, removeStudent } from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

describe('removeStudent', () => {
  let scene: SeatScene;
  let community: Community;
  let teacher: Person;
  let remove: SeatScene['remove'];
  beforeAll(async () => {
    scene = await seatScene();
    ({ community, teacher, remove } = scene);
  });
  afterAll(() => community.close());

  it('takes the seat of a student away, tells them the reason and writes the act to the audit log', async () => {
    const id = await insertClass(community.db, teacher);
    const [ana, leo] = [await community.person({ name: 'Ana' }), await community.person({ name: 'Leo' })];
    await insertSeats(community.db, id, ana, leo);
    expect(
      (await answerOf(remove(id, ana, { reason: 'Avisó que no puede venir.' }), removeStudent)).items,
    ).toMatchObject([{ name: 'Leo' }]);
    expect(await scene.enrolled(id)).toEqual([leo.id]);
    const startsAt = minutesFromNow(24 * 60).toISOString();
    const detail = { title: 'Conversación en inglés', startsAt, reason: 'Avisó que no puede venir.' };
    expect(await noticesOf(scene.community, ana, 'classes.%')).toMatchObject([
      { kind: 'classes.seat-taken-away', detail },
    ]);
    expect(await scene.actsOf(id)).toMatchObject([
      {
        act: 'classes.remove-student',
        actorId: teacher.id,
        personId: ana.id,
        reason: 'Avisó que no puede venir.',
      },
    ]);
    // A second time nothing changes.
    expect((await remove(id, ana)).status).toBe(200);
    expect(await noticesOf(scene.community, ana, 'classes.%')).toHaveLength(1);
  });

  it('tells a person three reasons of a teacher in seven days, and takes further seats of theirs away without one', async () => {
    const ana = await community.person();
    const other = await community.person({ role: 'teacher', verified: true });
    const seated = async (by = teacher) => {
      const id = await insertClass(community.db, by);
      await insertSeats(community.db, id, ana);
      return id;
    };
    const reason = 'Escríbeme aparte.';
    for (let n = 0; n < 3; n++) expect((await remove(await seated(), ana, { reason })).status).toBe(200);
    const fourth = await seated();
    await expect(remove(fourth, ana, { reason })).toBeRefused(removalRefusals.oftenRemoved);
    expect(await scene.enrolled(fourth)).toEqual([ana.id]);
    expect((await remove(fourth, ana)).status).toBe(200);
    // Nor is she told again and again of a seat, which is taken away at once.
    await expect(scene.give(fourth, ana)).toBeRefused(removalRefusals.oftenRemoved);
    expect((await scene.give(fourth, ana, scene.admin)).status).toBe(200);
    expect((await remove(await seated(other), ana, { by: other, reason })).status).toBe(200);
    const begun = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30) });
    const walkIn = community.request(teacher, 'POST', `/api/classes/${begun}/walk-ins`, { userId: ana.id });
    await expect(walkIn).toBeRefused(removalRefusals.oftenRemoved);
  });

  it('answers 404 for a deleted account', async () => {
    const id = await insertClass(community.db, teacher);
    const gone = await community.person();
    await community.db
      .updateTable('users')
      .set({ bannedAt: now, deletedAt: now })
      .where('id', '=', gone.id)
      .execute();
    await expect(remove(id, gone)).toBeRefused(commonRefusals.notFound);
  });

  it('takes back the unread notice of the seat that an organiser gave, and tells nothing where they undo it at once', async () => {
    const id = await insertClass(community.db, teacher);
    const [ana, leo, mar] = [await community.person(), await community.person(), await community.person()];
    for (const student of [ana, leo, mar]) await scene.give(id, student);
    expect(await noticesOf(scene.community, leo, 'classes.%')).toHaveLength(1);
    await remove(id, leo);
    expect(await noticesOf(scene.community, leo, 'classes.%')).toEqual([]);
    // A teacher who gives a reason wants it read.
    await remove(id, mar, { reason: 'Es de otro nivel.' });
    expect(await noticeKindsOf(scene.community, mar, 'classes.%')).toEqual(['classes.seat-taken-away']);
    await community.db
      .updateTable('notifications')
      .set({ createdAt: minutesFromNow(-1) })
      .where('userId', '=', ana.id)
      .execute();
    await remove(id, ana);
    expect(await noticeKindsOf(scene.community, ana, 'classes.%')).toEqual(['classes.seat-taken-away']);
  });

  it('gives a person a seat again who got one by mistake three times, each undone at once', async () => {
    const ana = await community.person();
    for (let n = 0; n < 3; n++) {
      const id = await insertClass(community.db, teacher);
      await scene.give(id, ana);
      await remove(id, ana);
      expect((await scene.actsOf(id)).map(({ act }) => act)).toContain('classes.undo-seat');
    }
    const fourth = await insertClass(community.db, teacher);
    expect((await scene.give(fourth, ana)).status).toBe(200);
    expect(await scene.enrolled(fourth)).toEqual([ana.id]);
  });

  it('takes a walk-in off the roll while it is open, whose unread notice goes with it, and no other student', async () => {
    const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30) });
    const [ana, leo, mar] = [await community.person(), await community.person(), await community.person()];
    await insertSeats(community.db, id, ana);
    const walkIn = async ({ id: userId }: Person) => {
      const answer = await community.request(teacher, 'POST', `/api/classes/${id}/walk-ins`, { userId });
      expect(answer.status).toBe(200);
    };
    await walkIn(leo);
    await walkIn(mar);
    const { items } = await scene.readRoster(id);
    expect(
      items
        .filter(({ walkedIn }) => walkedIn)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual([leo.id, mar.id].sort());
    expect((await remove(id, leo)).status).toBe(200);
    expect(await noticesOf(scene.community, leo, 'classes.%')).toEqual([]);
    await expect(remove(id, ana)).toBeRefused(enrolRefusals.alreadyStarted);
    await walkIn(leo);
    // A student who has read of it is told of the mistake.
    await community.db
      .updateTable('notifications')
      .set({ readAt: now })
      .where('userId', '=', mar.id)
      .execute();
    expect((await remove(id, mar)).status).toBe(200);
    expect(await noticeKindsOf(scene.community, mar, 'classes.%')).toEqual([
      'classes.walked-in',
      'classes.seat-taken-away',
    ]);
    expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    await expect(remove(id, leo)).toBeRefused(attendanceRefusals.rollClosed);
    expect((await scene.enrolled(id)).sort()).toEqual([ana.id, leo.id].sort());
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('counts no absence, however near the club is', async () => {
    const id = await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(20) });
    const ana = await community.person();
    const enrolledAt = minutesFromNow(-24 * 60);
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: id, userId: ana.id, enrolledAt, agreedAt: enrolledAt })
      .execute();
    // The student themselves would leave it late.
    expect(await (await scene.leave(ana, id)).json()).toMatchObject({ code: 'classes/leaves-late' });
    expect((await remove(id, ana)).status).toBe(200);
    const absences = await community.db
      .selectFrom('classAbsences')
      .select('how')
      .where('userId', '=', ana.id)
      .execute();
    expect(absences).toEqual([]);
  });

  it('offers the free seat to the student who has waited longest', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const [ana, next] = [await community.person(), await community.person()];
    await insertSeats(community.db, id, ana);
    await community.request(next, 'POST', `/api/classes/${id}/waiting`);
    await remove(id, ana);
    await community.runDue(offerSeats);
    expect(await scene.enrolled(id)).toEqual([next.id]);
    expect(await noticeKindsOf(scene.community, next, 'classes.%')).toEqual(['classes.seat-offered']);
  });

  it('refuses another teacher, and from the start on or once it was cancelled every organiser', async () => {
    const other = await community.person({ role: 'teacher', verified: true });
    const coming = await insertClass(community.db, teacher);
    const begun = await insertClass(community.db, teacher, { startsAt: now });
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    for (const id of [coming, begun, cancelled]) await insertSeats(community.db, id, scene.student);
    expect((await remove(coming, scene.student, { by: other })).status).toBe(403);
    await expect(remove(begun, scene.student)).toBeRefused(enrolRefusals.alreadyStarted);
    await expect(remove(cancelled, scene.student)).toBeRefused(enrolRefusals.cancelled);
    for (const id of [coming, begun, cancelled]) expect(await scene.enrolled(id)).toEqual([scene.student.id]);
    expect(await wrongSeats(community.db)).toEqual([]);
  });
});

describe.each(sceneNames)('removeStudent with the %s provider', (name) => {
  let scene: PurchaseScene;
  let remove: SeatScene['remove'];
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 10 });
    ({ remove } = rosterActs(scene.community, scene.teacher));
  });
  afterAll(() => scene.close());

  it('gives all the money of a bought seat back, also an hour before the start', async () => {
    scene.afterMinutes(0);
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    scene.afterMinutes(10 * 24 * 60 - 60);
    expect((await remove(classId, person)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('closes the checkout of a seat that is only held, whose student the roster lists as paying', async () => {
    scene.afterMinutes(0);
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const { heldUntil } = (await scene.seatOf(classId, person)) ?? {};
    const isPaying = {
      userId: person.id,
      name: person.name,
      image: null,
      heldUntil: heldUntil?.toISOString(),
    };
    const { readRoster } = rosterActs(scene.community, scene.teacher);
    expect(await readRoster(classId)).toMatchObject({
      items: [],
      paying: [{ ...isPaying, hasVoucher: false }],
      waiting: [],
    });
    expect((await remove(classId, person)).status).toBe(200);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('sends the money of a voucher back that is paid after the seat was taken away, also where a seat is free', async () => {
    scene.afterMinutes(0);
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.takeVoucher(await scene.refOf(paymentId), scene.at(2 * 24 * 60));
    await scene.deliverWebhook(paymentId);
    const { readRoster } = rosterActs(scene.community, scene.teacher);
    expect((await readRoster(classId)).paying).toMatchObject([{ userId: person.id, hasVoucher: true }]);
    expect(await (await remove(classId, person)).json()).toMatchObject({ paying: [] });
    // In a shop, before the provider has closed the checkout.
    await scene.outside.pay(await scene.refOf(paymentId), 'oxxo');
    await scene.deliverWebhook(paymentId);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.held-seat-taken-away',
      'payments.sent-back',
      'payments.refunded-by-hand',
    ]);
  });

  it('leaves money that was paid by hand owed back, of which administrators are told', async () => {
    scene.afterMinutes(0);
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { id } = await answerOf(
      scene.recordByHand({
        personId: person.id,
        kind: 'single',
        classId,
        amountCents: 3330,
        method: 'cash',
      }),
      recordPayment,
    );
    const told = () =>
      scene.community.db
        .selectFrom('notifications')
        .select('userId')
        .where('kind', '=', 'payments.give-back-by-hand')
        .orderBy('id')
        .execute();
    const before = await told();
    expect((await remove(classId, person)).status).toBe(200);
    await scene.refund();
    expect(await paymentRow(scene.community, id)).toMatchObject({ status: 'refunded', giveBackByHand: true });
    expect(await told()).toEqual([...before, { userId: scene.admin.id }]);
  });
});
