import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readClass } from '#features/classes/contract.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import type { Person } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { byHandRefusals, paymentRefusals, recordPayment } from '../contract.ts';
import { paymentInvariants } from '../payment-invariants.ts';

const day = 24 * 60 * 60_000;

describe.each(sceneNames)('recordPayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('adds a month to the plan there is, and refuses one beside a subscription', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const admin = await scene.community.person({ role: 'admin' });
    const pay = (tier: string) =>
      answerOf(
        scene.community.request(admin, 'POST', '/api/payments/manual', {
          email: person.email,
          kind: 'membership',
          tier,
          amountCents: 1000,
          method: 'cash',
        }),
        recordPayment,
      );
    const first = await pay('basic');
    const second = await pay('basic');
    const { membership } = await scene.planOf(person);
    expect(new Date(membership?.endsAt ?? 0).getTime()).toBeGreaterThan(scene.start.getTime() + 55 * day);
    // A refund takes one month off.
    await scene.community.request(admin, 'POST', `/api/payments/${second.id}/refund`, {
      reason: 'Error',
    });
    await scene.refund();
    const left = new Date((await scene.planOf(person)).membership?.endsAt ?? 0).getTime();
    expect(left).toBeLessThan(scene.start.getTime() + 35 * day);
    expect(await statusOf(scene.community, first.id)).toBe('completed');
    const subscriber = await scene.subscriber('basic');
    const refused = scene.community.request(admin, 'POST', '/api/payments/manual', {
      personId: subscriber.person.id,
      kind: 'membership',
      tier: 'basic',
      amountCents: 1000,
      method: 'cash',
    });
    await expect(refused).toBeRefused(byHandRefusals.hasSubscription);
  });
});

describe('recordPayment', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  afterAll(() => scene.close());

  it('shares the highest price out too, of which every invariant can be asked', async () => {
    const classId = await scene.newClass();
    const { id: personId } = await scene.community.person();
    const given = {
      personId,
      kind: 'single',
      classId,
      amountCents: 100_000_000,
      currency: 'COP',
      method: 'cash',
    };
    const { id } = await answerOf(scene.recordByHand(given), recordPayment);
    expect(await paymentRow(scene.community, id)).toMatchObject({
      teacherShareCents: 70_000_000,
      platformShareCents: 30_000_000,
    });
    expect(await findBroken(scene.community.db, paymentInvariants)).toEqual([]);
  });

  it.each(['CLP', 'PYG', 'JPY', 'XYZ'])('refuses %s, which has no cents or is none', async (currency) => {
    const { id: personId } = await scene.community.person();
    const given = { personId, kind: 'membership', tier: 'basic', amountCents: 300, currency, method: 'cash' };
    await expect(scene.recordByHand(given)).toBeRefused(commonRefusals.badInput);
  });

  const inCash = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'cash' };
  const seatIn = (classId: string) => ({ kind: 'single', tier: undefined, classId, amountCents: 300 });
  const record = (body: object, key?: string) =>
    scene.recordByHand({ ...inCash, ...body }, key ? { 'idempotency-key': key } : {});
  const recorded = (note: string) =>
    scene.community.db.selectFrom('payments').selectAll().where('note', '=', note).execute();

  it('records one payment for two requests with one key', async () => {
    const { id } = await scene.community.person();
    const given = { personId: id, note: 'Dos veces' };
    const [one, two] = await Promise.all([record(given, 'the-same-key'), record(given, 'the-same-key')]);
    expect(await one.json()).toEqual(await two.json());
    expect(await recorded('Dos veces')).toHaveLength(1);
  });

  it('finds the student by e-mail in any case, and refuses an unknown one', async () => {
    const { email } = await scene.community.person();
    expect((await record({ email: email.toUpperCase() })).status).toBe(200);
    await expect(record({ email: 'nadie@example.org' })).toBeRefused(paymentRefusals.noSuchPerson);
    await expect(record({ personId: crypto.randomUUID() })).toBeRefused(paymentRefusals.noSuchPerson);
  });

  it('refuses a payment with a field that is missing, superfluous or invalid', async () => {
    const { id: personId, email } = await scene.community.person();
    for (const wrong of [
      {},
      { personId, email },
      { personId, tier: undefined },
      { personId, kind: 'single', tier: undefined },
      { personId, classId: crypto.randomUUID() },
      { personId, ...seatIn(crypto.randomUUID()), tier: 'vip' },
      { personId, ...seatIn(crypto.randomUUID()), months: 2 },
      { personId, months: 13 },
      { personId, method: 'card' },
      { personId, amountCents: 0 },
    ]) {
      await expect(record(wrong), JSON.stringify(wrong)).toBeRefused(commonRefusals.badInput);
    }
  });

  it('takes neither the status, the provider nor the recorder from the browser', async () => {
    const { id } = await scene.community.person();
    await record({ personId: id, note: 'Colado', status: 'refunded', provider: 'stripe', recordedBy: id });
    expect(await recorded('Colado')).toMatchObject([
      { status: 'completed', provider: 'manual', recordedBy: scene.admin.id },
    ]);
  });

  it('gives the seat, gives the teacher their share and writes the act to the audit log', async () => {
    const { id: personId, ...person } = await scene.community.person();
    const classId = await scene.newClass();
    const answer = await record({ personId, ...seatIn(classId), amountCents: 1001, note: 'Con lugar' });
    expect(answer.status).toBe(200);
    const [payment] = await recorded('Con lugar');
    expect(payment).toMatchObject({
      title: 'Conversación en inglés',
      teacherId: scene.teacher.id,
      teacherShareCents: 700,
      platformShareCents: 301,
    });
    expect(await scene.seatOf(classId, { id: personId, ...person })).toEqual({
      heldUntil: null,
      paymentId: payment?.id,
    });
    const acts = await scene.community.db
      .selectFrom('auditLog')
      .select(['act', 'personId', 'detail'])
      .where('subject', '=', payment?.id ?? '')
      .execute();
    expect(acts).toMatchObject([
      { act: 'payments.record-payment', personId, detail: { amountCents: 1001, method: 'cash' } },
    ]);
  });

  it('records nothing for a seat that cannot be given, nor for a class that does not exist', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    await scene.seatBuyer(classId);
    const { id: personId } = await scene.community.person();
    await expect(record({ personId, ...seatIn(classId), note: 'Sin lugar' })).toBeRefused(
      byHandRefusals.classFull,
    );
    const nowhere = crypto.randomUUID();
    await expect(record({ personId, ...seatIn(nowhere), note: 'Sin lugar' })).toBeRefused(
      commonRefusals.notFound,
    );
    expect(await recorded('Sin lugar')).toEqual([]);
  });

  it('gives the months that were paid, and dates the payment to the day the money came', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const paidAt = new Date(scene.start.getTime() - 10 * day).toISOString();
    await record({ personId: person.id, months: 3, paidAt, note: 'Tres meses' });
    const [payment] = await recorded('Tres meses');
    expect(payment?.completedAt?.toISOString()).toBe(paidAt);
    const { membership } = await scene.planOf(person);
    const until = membership?.endsAt ?? '';
    const path = `/api/payments/export.csv?search=${encodeURIComponent(person.email)}`;
    const sheet = await (await scene.community.request(scene.admin, 'GET', path)).text();
    const inMexico = (instant: string) => calendarDay(instant, 'America/Mexico_City');
    expect(parse(sheet, { columns: true, bom: true })).toMatchObject([
      { 'Paga desde': inMexico(scene.start.toISOString()), 'Paga hasta': inMexico(until) },
    ]);
    const act = scene.community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', payment?.id ?? '')
      .where('act', '=', 'payments.record-payment');
    expect(await act.execute()).toMatchObject([{ detail: { tier: 'basic', months: 3 } }]);
    const days = (new Date(membership?.endsAt ?? 0).getTime() - scene.start.getTime()) / day;
    expect(days).toBeGreaterThan(88);
    expect(days).toBeLessThan(93);
  });

  it('gives whole months of the calendar for money that came in a short month', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const paidAt = new Date(Date.UTC(scene.start.getUTCFullYear(), 1, 10));
    if (paidAt > scene.start) paidAt.setUTCFullYear(paidAt.getUTCFullYear() - 1);
    for (const months of [1, 3]) {
      await record({ personId: person.id, months, paidAt: paidAt.toISOString() });
    }
    const { membership } = await scene.planOf(person);
    expect(new Date(membership?.endsAt ?? 0)).toEqual(monthsAfter(monthsAfter(scene.start), 3));
  });

  it('refuses a day that has not come or is more than a year ago', async () => {
    scene.afterDays(0);
    const { id: personId } = await scene.community.person();
    for (const days of [1, -400]) {
      const paidAt = new Date(scene.start.getTime() + days * day).toISOString();
      await expect(record({ personId, paidAt })).toBeRefused(paymentRefusals.notYetPaid);
    }
  });

  it('pays for a class that has begun, and for the unpaid seat of a student who came', async () => {
    scene.afterDays(0);
    const classId = await scene.newClass({ startsAt: scene.at(-60) });
    const guest = await scene.community.person();
    await scene.community.db.insertInto('classEnrollments').values({ classId, userId: guest.id }).execute();
    const late = await scene.community.person();
    const isPaid = async (person: Person) => (await scene.seatOf(classId, person))?.paymentId !== null;
    expect((await record({ personId: late.id, ...seatIn(classId) })).status).toBe(200);
    expect([await isPaid(late), await isPaid(guest)]).toEqual([true, false]);
    expect((await record({ personId: guest.id, ...seatIn(classId) })).status).toBe(200);
    expect(await isPaid(guest)).toBe(true);
    const again = record({ personId: guest.id, ...seatIn(classId) });
    await expect(again).toBeRefused(byHandRefusals.hasPaidSeat);
  });

  it('pays for the seat that was offered to a student who waited, who has it from then on', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const offered = { classId, userId: person.id, heldUntil: scene.at(30), enrolledAt: scene.at(-30) };
    await scene.community.db.insertInto('classEnrollments').values(offered).execute();
    const { id } = await (await record({ personId: person.id, ...seatIn(classId) })).json();
    expect(await scene.seatOf(classId, person)).toMatchObject({ paymentId: id, heldUntil: null });
    const card = scene.community.request(person, 'GET', `/api/classes/${classId}`);
    expect(await answerOf(card, readClass)).toMatchObject({ isEnrolled: true, heldUntil: null });
  });

  it('refuses a seat that the student is paying for on line', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    await scene.buySeat(person, classId);
    const answer = record({ personId: person.id, ...seatIn(classId) });
    await expect(answer).toBeRefused(byHandRefusals.holdsUnpaidSeat);
  });

  it('refuses months beside a higher plan, and of a plan without an end', async () => {
    const { id: personId } = await scene.community.person({ tier: 'premium' });
    await expect(record({ personId })).toBeRefused(byHandRefusals.hasHigherPlan);
    const premium = record({ personId, tier: 'premium' });
    await expect(premium).toBeRefused(byHandRefusals.planWithoutEnd);
  });

  it.each(['basic', 'premium'])(
    'takes cash for the %s plan in the days of grace, and ends the subscription',
    async (tier) => {
      const { person, subscription } = await scene.subscriber('premium');
      scene.afterDays(32);
      await scene.renew(subscription, { declined: true });
      expect((await record({ personId: person.id, tier })).status).toBe(200);
      await scene.settle();
      const { endedAt } = await scene.community.db
        .selectFrom('subscriptions')
        .select('endedAt')
        .where('ref', '=', subscription)
        .executeTakeFirstOrThrow();
      expect(endedAt).not.toBeNull();
      const { membership } = await scene.planOf(person);
      expect(membership).toMatchObject({ tier, inGrace: false, cancelled: false, renews: false });
      expect(new Date(membership?.endsAt ?? 0)).toEqual(monthsAfter(scene.community.now()));
      scene.afterDays(0);
    },
  );

  it('gives an adult no seat in a class for kids, and no person a seat in a cancelled class', async () => {
    const { id: personId } = await scene.community.person();
    const kids = await scene.newClass({ targetAudience: 'kid' });
    const cancelled = await scene.newClass({ status: 'cancelled', cancelledAt: scene.start });
    for (const classId of [kids, cancelled]) {
      const answer = record({ personId, ...seatIn(classId) });
      await expect(answer).toBeRefused(paymentRefusals.cannotBeGiven);
    }
  });

  it('gives a kid no seat without the consent of their guardian', async () => {
    const { id: personId } = await scene.community.person({ ageGroup: 'kid' });
    const asked = { userId: personId, address: 'papa@example.org', askedAt: scene.start };
    await scene.community.db.insertInto('guardianConsents').values(asked).execute();
    const classId = await scene.newClass({ targetAudience: 'kid' });
    await expect(record({ personId, ...seatIn(classId) })).toBeRefused(paymentRefusals.cannotBeGiven);
  });

  it('gives a suspended student no seat, and finds no person who deleted their account', async () => {
    const { id: personId } = await scene.community.person();
    const classId = await scene.newClass();
    const change = (set: object) =>
      scene.community.db.updateTable('users').set(set).where('id', '=', personId).execute();
    await change({ bannedAt: scene.start });
    await expect(record({ personId, ...seatIn(classId) })).toBeRefused(paymentRefusals.cannotBeGiven);
    await change({ deletedAt: scene.start });
    await expect(record({ personId })).toBeRefused(paymentRefusals.noSuchPerson);
  });

  it('refuses every person but an administrator', async () => {
    const student = await scene.community.person();
    for (const by of [student, scene.teacher]) {
      const answer = scene.recordByHand({ ...inCash, personId: student.id }, {}, by);
      await expect(answer).toBeRefused(commonRefusals.notAllowed);
    }
  });

  it('leaves a payment of an administrator’s own to another one', async () => {
    const payer = await scene.community.person({ role: 'admin' });
    const own = { ...inCash, personId: payer.id };
    await expect(scene.recordByHand(own, {}, payer)).toBeRefused(commonRefusals.ownMatter);
    expect((await scene.recordByHand(own)).status).toBe(200);
  });
});
