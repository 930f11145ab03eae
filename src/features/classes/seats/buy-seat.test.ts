import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentInvariants } from '#features/payments/payment-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { insertClass, wrongSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import {
  asked,
  newScene,
  noticesOf,
  paymentRow,
  type Scene,
  sceneNames,
  statusOf,
} from '../../../testing/payment-scene.ts';
import { releaseSeats } from './release-seats.ts';

type Started = { paymentId: string; url: string; code: string };

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(sceneNames)('with the %s provider', (name) => {
  let scene: Scene;
  let teacher: Person;
  const start = new Date();
  beforeAll(async () => {
    scene = await newScene(name, { poolSize: 30 });
    teacher = await scene.community.person({ role: 'teacher', verified: true });
  });
  beforeEach(() => after(0));
  afterAll(async () => {
    expect(await findBroken(scene.community.db, paymentInvariants)).toEqual([]);
    expect(await wrongSeats(scene.community.db)).toEqual([]);
    await scene.close();
  });
  const at = (minutes: number) => new Date(start.getTime() + minutes * minute);
  const after = (minutes: number) => scene.community.setNow(at(minutes));

  /** Ten days ahead, for premium; pesos, which vouchers are paid in. */
  const newClass = (facts: Parameters<typeof insertClass>[2] = {}) =>
    insertClass(scene.community.db, teacher, {
      startsAt: at(10 * 24 * 60),
      requiredTier: 'premium',
      priceCents: 333 * 10,
      currency: 'MXN',
      ...facts,
    });
  const buy = (person: Person, classId: string) =>
    asked<Started>(scene.community, person, 'POST', `/api/classes/${classId}/seat-checkout`, {});
  const refOf = async (paymentId: string) => (await paymentRow(scene.community, paymentId)).checkoutRef ?? '';
  const tell = async (paymentId: string) =>
    scene.outside.deliver(scene.outside.aboutCheckout(await refOf(paymentId)));
  const seatOf = (classId: string, person: Person) =>
    scene.community.db
      .selectFrom('classEnrollments')
      .select(['heldUntil', 'paymentId'])
      .where('classId', '=', classId)
      .where('userId', '=', person.id)
      .executeTakeFirst();

  /** Somebody who has bought a seat. */
  async function buyer(classId: string) {
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.outside.pay(await refOf(paymentId));
    await tell(paymentId);
    return { person, paymentId };
  }

  it('a seat is kept while it is being paid, and theirs when the money is there', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { status, said } = await buy(person, classId);
    expect(status).toBe(200);
    expect((await seatOf(classId, person))?.heldUntil).toEqual(at(30));
    const seen = await asked<{ isEnrolled: boolean; seatsTaken: number }>(
      scene.community,
      person,
      'GET',
      `/api/classes/${classId}`,
    );
    expect(seen.said).toMatchObject({ isEnrolled: false, seatsTaken: 1 });
    expect((await buy(person, classId)).said).toEqual(said);

    await scene.outside.pay(await refOf(said.paymentId));
    await tell(said.paymentId);
    expect(await seatOf(classId, person)).toEqual({ heldUntil: null, paymentId: said.paymentId });
    expect(await noticesOf(scene.community, person)).toEqual(['classes.seat-bought']);
    expect((await buy(person, classId)).said.code).toBe('classes/already-yours');
    // 70 % of 33.30, the fraction of a cent to the platform.
    expect(await paymentRow(scene.community, said.paymentId)).toMatchObject({
      amountCents: 3330,
      teacherId: teacher.id,
      teacherShareCents: 2331,
      platformShareCents: 999,
    });
  });

  it('whom the plan reaches, who teaches it, and who comes too late buys nothing', async () => {
    const classId = await newClass();
    const vip = await scene.community.person({ tier: 'vip' });
    expect((await buy(vip, classId)).said.code).toBe('classes/in-your-plan');
    expect((await buy(teacher, classId)).said.code).toBe('classes/own-class');
    const kid = await scene.community.person({ ageGroup: 'kid' });
    expect((await buy(kid, classId)).status).toBe(404);
    const person = await scene.community.person();
    expect((await buy(person, await newClass({ priceCents: null }))).said.code).toBe('classes/not-sold');
    expect((await buy(person, await newClass({ startsAt: at(-1) }))).said.code).toBe(
      'classes/already-started',
    );
    expect((await buy(person, '00000000-0000-7000-8000-000000000000')).status).toBe(404);
    const { db } = scene.community;
    expect(await db.selectFrom('payments').select('id').where('userId', '=', person.id).execute()).toEqual(
      [],
    );
  });

  it('two who want the last seat at once: one is kept it, the other pays nothing', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const people = await Promise.all([1, 2, 3, 4].map(() => scene.community.person()));
    const answers = await Promise.all(people.map((person) => buy(person, classId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.filter(({ said }) => said.code === 'classes/full')).toHaveLength(3);
    const rows = await scene.community.db
      .selectFrom('payments')
      .select('id')
      .where('classId', '=', classId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('a voucher keeps the seat until it ends, and the seat is theirs once it is paid', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.outside.takeVoucher(await refOf(paymentId), at(2 * 24 * 60));
    await tell(paymentId);
    const held = await seatOf(classId, person);
    expect(held?.heldUntil?.getTime()).toBeGreaterThan(start.getTime() + 2 * day);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({ status: 'pending', method: 'oxxo' });
    expect((await buy(person, classId)).said.url).toBe(`/payments/${paymentId}`);
    after(24 * 60);
    await scene.settle();
    expect((await buy(await scene.community.person(), classId)).said.code).toBe('classes/full');
    await scene.outside.pay(await refOf(paymentId), 'oxxo');
    await tell(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'completed',
      method: 'oxxo',
    });
    expect((await seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('a voucher nobody pays lets the seat go, and its owner is told', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.outside.takeVoucher(await refOf(paymentId), at(2 * 24 * 60));
    await tell(paymentId);
    after(4 * 24 * 60);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await seatOf(classId, person)).toBeUndefined();
    expect(await noticesOf(scene.community, person)).toEqual(['payments.voucher-expired']);
    expect((await buy(await scene.community.person(), classId)).status).toBe(200);
  });

  it('a checkout nobody pays in is closed after half an hour, and its seat is free', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    after(29);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    after(31);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await seatOf(classId, person)).toBeUndefined();
    // Nobody is told of a page they left.
    expect(await noticesOf(scene.community, person)).toEqual([]);
    const again = await buy(person, classId);
    expect(again.said.paymentId).not.toBe(paymentId);
  });

  it('money whose message never comes is found by the chore', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.outside.pay(await refOf(paymentId));
    after(1);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    after(3);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('who pays in the very moment of the end has paid', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    const ref = await refOf(paymentId);
    await scene.outside.pay(ref);
    after(31);
    await Promise.all([scene.settle(), tell(paymentId), scene.settle(), tell(paymentId)]);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await seatOf(classId, person))?.heldUntil).toBeNull();
    expect(await noticesOf(scene.community, person)).toEqual(['classes.seat-bought']);
  });

  it('money that comes after the seat went to somebody else goes back by itself', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.outside.pay(await refOf(paymentId));
    // The provider has not answered for hours, and the seat is let go.
    after(3 * 60);
    await releaseSeats({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect(await seatOf(classId, person)).toBeUndefined();
    const other = await buyer(classId);
    await tell(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({ status: 'completed' });
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await noticesOf(scene.community, person)).toEqual(['payments.sent-back', 'payments.refunded']);
    expect((await seatOf(classId, other.person))?.paymentId).toBe(other.paymentId);
  });

  it('money for a class that was cancelled meanwhile goes back', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await scene.community.db
      .updateTable('classes')
      .set({ status: 'cancelled', cancelledAt: at(1), cancelReason: 'Lluvia' })
      .where('id', '=', classId)
      .execute();
    await scene.outside.pay(await refOf(paymentId));
    await tell(paymentId);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('a later state is not undone by an earlier message', async () => {
    const classId = await newClass();
    const { person, paymentId } = await buyer(classId);
    const ref = await refOf(paymentId);
    if (scene.stripe) {
      for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed']) {
        expect((await scene.outside.deliver(scene.stripe.event(type, { id: ref }))).status).toBe(200);
      }
    } else await tell(paymentId);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('who leaves a day before is paid back, and who leaves later is not', async () => {
    const classId = await newClass();
    const early = await buyer(classId);
    const late = await buyer(classId);
    const leave = (person: Person) =>
      asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`);
    after(9 * 24 * 60);
    expect((await leave(early.person)).status).toBe(200);
    after(9 * 24 * 60 + 1);
    expect((await leave(late.person)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, early.paymentId)).toBe('refunded');
    expect(await paymentRow(scene.community, late.paymentId)).toMatchObject({
      status: 'completed',
      refundWantedAt: null,
      forfeitedAt: at(9 * 24 * 60 + 1),
    });
  });

  it('who paid before the class was moved is paid back, however late they leave', async () => {
    const classId = await newClass();
    const { person, paymentId } = await buyer(classId);
    after(9 * 24 * 60 + 60);
    await scene.community.db
      .updateTable('classes')
      .set({ movedAt: scene.community.now() })
      .where('id', '=', classId)
      .execute();
    expect((await asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`)).status).toBe(
      200,
    );
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('who leaves a seat that is only kept closes its checkout', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    await asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    await expect(scene.outside.pay(await refOf(paymentId))).rejects.toThrow(/over/);
  });

  it('a refund takes the seat back while the class is to come', async () => {
    const classId = await newClass({ maxStudents: 1 });
    const { person, paymentId } = await buyer(classId);
    const admin = await scene.community.person({ role: 'admin' });
    await asked(scene.community, admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
    await scene.refund();
    expect(await seatOf(classId, person)).toBeUndefined();
    expect((await buy(await scene.community.person(), classId)).status).toBe(200);
  });

  it('what a person gives up on the way is closed at once', async () => {
    const classId = await newClass();
    const person = await scene.community.person();
    const { paymentId } = (await buy(person, classId)).said;
    const stranger = await scene.community.person();
    expect(
      (await asked(scene.community, stranger, 'POST', `/api/payments/${paymentId}/drop`, {})).status,
    ).toBe(404);
    const dropped = await asked<{ status: string }>(
      scene.community,
      person,
      'POST',
      `/api/payments/${paymentId}/drop`,
      {},
    );
    expect(dropped.said.status).toBe('failed');
    expect(await seatOf(classId, person)).toBeUndefined();
    expect((await asked(scene.community, person, 'POST', `/api/payments/${paymentId}/drop`, {})).status).toBe(
      409,
    );
  });
});
