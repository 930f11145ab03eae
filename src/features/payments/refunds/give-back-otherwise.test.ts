import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWaiting } from '#features/admin/contract.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import type { Person } from '../../../testing/community.ts';
import { paymentRow } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import {
  disputeAtStripe,
  failAtStripe,
  refundAgainAtStripe,
} from '../../../testing/stand-ins/stripe-books.ts';
import { listPayments, paymentRefusals, readOwnPayment, readTotals, recordPayment } from '../contract.ts';
import { giveBackOtherwise } from './give-back-otherwise.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('stripe', { poolSize: 30 });
});
beforeEach(async () => {
  scene.afterMinutes(0);
  scene.stripe!.down = false;
  await sql`delete from due_work`.execute(scene.community.db);
});
afterAll(() => scene.close());

type Failed = { person: Person; paymentId: string; intent: string };

/** A seat whose refund was made, and failed afterwards: the card was closed. */
async function failedRefund(of = scene): Promise<Failed> {
  const { person, paymentId } = await of.seatBuyer(await of.newClass());
  const intent = (await paymentRow(of.community, paymentId)).paymentRef ?? '';
  await of.askRefund(paymentId);
  await of.refund();
  const refund = failAtStripe(of.stripe!.books, intent);
  await tell('refund.failed', intent, refund, of);
  return { person, paymentId, intent };
}

async function tell(type: string, intent: string, object: object = {}, of = scene): Promise<void> {
  const message = of.stripe!.event(type, { ...object, payment_intent: intent });
  expect((await of.outside.deliver(message)).status).toBe(200);
}

const giveBack = (
  paymentId: string,
  {
    by = scene.admin,
    key,
    ...body
  }: { by?: Person | null; key?: string; method?: string; reason?: string } = {},
) =>
  scene.community.request(
    by,
    'POST',
    `/api/payments/${paymentId}/given-back`,
    { method: 'cash', reason: 'Vino por él a la oficina', ...body },
    key ? { 'idempotency-key': key } : {},
  );

const actsOn = async (paymentId: string, of = scene) =>
  of.community.db
    .selectFrom('auditLog')
    .select(['act', 'actorId', 'personId', 'reason', 'detail'])
    .where('subject', '=', paymentId)
    .where('act', '=', 'payments.give-back-otherwise')
    .execute();

async function stuck(): Promise<string[]> {
  const kinds = (await findStuck(await scene.community.ctxFor())).map(({ kind }) => kind);
  return kinds.filter((kind) => ['failed-refund', 'given-back'].includes(kind));
}

const get = (path: string, by = scene.admin) => scene.community.request(by, 'GET', `/api/payments${path}`);
const listed = async (query: string) => (await answerOf(get(`?${query}`), listPayments)).items;
const totals = async (person: Person) => {
  const path = `/totals?search=${encodeURIComponent(person.email)}`;
  return (await answerOf(get(path), readTotals)).items[0];
};
const exported = async (person: Person): Promise<Record<string, string>> => {
  const path = `/export.csv?search=${encodeURIComponent(person.email)}`;
  const sheet = await (await get(path)).text();
  return (parse(sheet, { columns: true, bom: true }) as Record<string, string>[])[0] ?? {};
};
const ownOf = ({ person, paymentId }: Failed) => answerOf(get(`/${paymentId}`, person), readOwnPayment);
async function owed(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(owed_cents), 0)::int as cents from teacher_movements
    where teacher_id = ${scene.teacher.id}`.execute(scene.community.db);
  return rows[0]?.cents ?? 0;
}

describe('money that was paid by hand', () => {
  async function paidByHand(): Promise<Failed & { classId: string }> {
    const person = await scene.community.person();
    const classId = await scene.newClass();
    const given = { personId: person.id, kind: 'single', classId, amountCents: 500, currency: 'MXN' };
    const recorded = scene.recordByHand({ ...given, method: 'cash' });
    return { person, classId, paymentId: (await answerOf(recorded, recordPayment)).id, intent: '' };
  }
  const waiting = async () =>
    (await answerOf(scene.community.request(scene.admin, 'GET', '/api/admin/waiting'), readWaiting)).owedBack;

  it('is owed back after its class was cancelled, until an administrator notes that they gave it back', async () => {
    const paid = await paidByHand();
    const { person, classId, paymentId } = paid;
    const before = await waiting();
    expect((await giveBack(paymentId)).status).toBe(409);
    const cancellation = { reason: 'Se fue la luz.' };
    await scene.community.request(
      scene.teacher,
      'POST',
      `/api/classes/${classId}/cancellation`,
      cancellation,
    );
    await scene.refund();
    expect((await listed('status=owed-back')).map(({ id }) => id)).toContain(paymentId);
    expect(await totals(person)).toMatchObject({ completedCents: 0, refundedCents: 0, owedBackCents: 500 });
    expect(await ownOf(paid)).toMatchObject({ status: 'refunded', owedBack: true });
    expect(await exported(person)).toMatchObject({
      Estado: 'Devuelto',
      'Devolución fallida (UTC)': '',
      'Por devolver': 'sí',
    });
    expect(await waiting()).toBe(before + 1);
    expect(await stuck()).toEqual([]);

    expect((await giveBack(paymentId, { reason: 'Se fue la luz.' })).status).toBe(200);
    expect((await listed('status=owed-back')).map(({ id }) => id)).not.toContain(paymentId);
    expect(await totals(person)).toMatchObject({ refundedCents: 500, owedBackCents: 0 });
    expect(await ownOf(paid)).toMatchObject({ owedBack: false, givenBack: { method: 'cash' } });
    expect(await exported(person)).toMatchObject({
      'Por devolver': '',
      'Cómo se devolvió a mano': 'Efectivo',
    });
    expect(await waiting()).toBe(before);
    expect((await giveBack(paymentId)).status).toBe(409);
  });

  it('is not owed back where an administrator asked for the refund, who has the payer before them', async () => {
    const paid = await paidByHand();
    await scene.askRefund(paid.paymentId);
    await scene.refund();
    expect(await totals(paid.person)).toMatchObject({ refundedCents: 500, owedBackCents: 0 });
    expect((await giveBack(paid.paymentId)).status).toBe(409);
  });

  it('is owed back by hand only where it was paid by hand, whatever code says', async () => {
    const { paymentId } = await failedRefund();
    const set = scene.community.db.updateTable('payments').set({ giveBackByHand: true });
    await expect(set.where('id', '=', paymentId).execute()).rejects.toThrow(
      'only_a_refund_is_given_back_by_hand',
    );
  });
});

describe('the money of a refund that failed', () => {
  it('counts as owed back, not as refunded, and stands in a list of its own, until it was given back', async () => {
    const before = await owed();
    const failed = await failedRefund();
    const { person, paymentId } = failed;
    expect(await totals(person)).toMatchObject({ completedCents: 0, refundedCents: 0, owedBackCents: 3330 });
    expect((await listed('status=owed-back')).map(({ id }) => id)).toContain(paymentId);
    expect(await ownOf(failed)).toMatchObject({ status: 'refunded', owedBack: true, givenBack: null });
    expect(await exported(person)).toMatchObject({
      'Devolución fallida (UTC)': scene.start.toISOString(),
      'Devuelto a mano': '',
    });

    scene.afterMinutes(5);
    const answer = await giveBack(paymentId, { method: 'transfer', reason: 'Tarjeta cerrada' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'refunded',
      owedBack: false,
      givenBack: { method: 'transfer', at: scene.at(5).toISOString() },
      givenBackReason: 'Tarjeta cerrada',
      givenBackTwice: false,
      allowed: { giveBack: paymentRefusals.givenBackBefore.code },
    });
    expect(await totals(person)).toMatchObject({ completedCents: 0, refundedCents: 3330, owedBackCents: 0 });
    expect((await listed('status=owed-back')).map(({ id }) => id)).not.toContain(paymentId);
    expect(await ownOf(failed)).toMatchObject({ owedBack: false, givenBack: { method: 'transfer' } });
    expect(await exported(person)).toMatchObject({
      Estado: 'Devuelto',
      'Devuelto a mano (UTC)': scene.at(5).toISOString(),
      'Cómo se devolvió a mano': 'Transferencia',
      'Motivo de devolverlo a mano': 'Tarjeta cerrada',
    });
    // The share was taken back with the refund, and is neither given again nor taken twice.
    expect(await owed()).toBe(before);
    await scene.settle();
    expect(await stuck()).toEqual([]);
  });

  it('is noted as given back once, with one act on record and one notice to the person who paid, however often it is sent', async () => {
    const { person, paymentId } = await failedRefund();
    const key = crypto.randomUUID();
    const first = await (await giveBack(paymentId, { key })).json();
    for (let times = 0; times < 3; times++)
      expect(await (await giveBack(paymentId, { key })).json()).toEqual(first);
    expect(await actsOn(paymentId)).toEqual([
      {
        act: 'payments.give-back-otherwise',
        actorId: scene.admin.id,
        personId: person.id,
        reason: 'Vino por él a la oficina',
        detail: { amountCents: 3330, currency: 'MXN', method: 'cash' },
      },
    ]);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.refunded',
      'payments.given-back-in-cash',
    ]);
  });

  it('is not noted again for a second administrator, who learns that it was given back', async () => {
    const { paymentId } = await failedRefund();
    const second = await scene.community.person({ role: 'admin' });
    expect((await giveBack(paymentId)).status).toBe(200);
    await expect(giveBack(paymentId, { by: second, method: 'transfer' })).toBeRefused(
      paymentRefusals.givenBackBefore,
    );
    expect(await actsOn(paymentId)).toHaveLength(1);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      givenBackMethod: 'cash',
      givenBackBy: scene.admin.id,
    });
  });

  it('is noted by administrators alone, with a way and a reason, and of a refund that failed', async () => {
    const { person, paymentId } = await failedRefund();
    await expect(giveBack(paymentId, { by: person })).toBeRefused(commonRefusals.notAllowed);
    await expect(giveBack(paymentId, { by: scene.teacher })).toBeRefused(commonRefusals.notAllowed);
    await expect(giveBack(paymentId, { by: null })).toBeRefused(commonRefusals.signInFirst);
    await expect(giveBack(paymentId, { reason: ' ' })).toBeRefused(commonRefusals.badInput);
    await expect(giveBack(paymentId, { method: 'card' })).toBeRefused(commonRefusals.badInput);
    await expect(giveBack(crypto.randomUUID())).toBeRefused(commonRefusals.notFound);
    const whole = await scene.seatBuyer(await scene.newClass());
    await expect(giveBack(whole.paymentId)).toBeRefused(paymentRefusals.refundHolds);
    await scene.askRefund(whole.paymentId);
    await expect(giveBack(whole.paymentId)).toBeRefused(paymentRefusals.refundHolds);
    await scene.refund();
    await expect(giveBack(whole.paymentId)).toBeRefused(paymentRefusals.refundHolds);
    expect(await actsOn(whole.paymentId)).toEqual([]);
  });

  it('is not given back otherwise when its refund was made once more at Stripe, of which no webhook told', async () => {
    const { paymentId, intent } = await failedRefund();
    const again = refundAgainAtStripe(scene.stripe!.books, intent);
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.refundHolds);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: again.id,
      refundFailedAt: null,
      givenBackAt: null,
    });
  });

  it('is not noted while Stripe cannot be asked whether the refund holds by now', async () => {
    const { paymentId } = await failedRefund();
    scene.stripe!.down = true;
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.providerAway);
    expect(await actsOn(paymentId)).toEqual([]);
    scene.stripe!.down = false;
    expect((await giveBack(paymentId)).status).toBe(200);
  });

  it('is given back once for the database too, and only after a failure', async () => {
    const { paymentId } = await failedRefund();
    const set = (change: object) =>
      scene.community.db.updateTable('payments').set(change).where('id', '=', paymentId).execute();
    await expect(set({ givenBackAt: new Date() })).rejects.toThrow('given_back_says_all');
    expect((await giveBack(paymentId)).status).toBe(200);
    await expect(set({ givenBackMethod: 'transfer' })).rejects.toThrow('append-only');
    await expect(set({ refundRef: 're_another' })).rejects.toThrow('append-only');
    await expect(set({ refundFailedAt: null })).rejects.toThrow('given_back_after_failure');
  });
});

describe('a refund that holds after its money was given back otherwise', () => {
  it.each(['charge.refunded', null])(
    'is told to administrators as a conflict and booked no second time (told by %s)',
    async (event) => {
      const { person, paymentId, intent } = await failedRefund();
      const before = { owed: await owed(), totals: await totals(person) };
      expect((await giveBack(paymentId)).status).toBe(200);
      await scene.settle();
      const row = await paymentRow(scene.community, paymentId);
      refundAgainAtStripe(scene.stripe!.books, intent);
      if (event) await tell(event, intent);
      else scene.afterDays(2);
      await scene.settle();
      expect(await stuck()).toEqual(['given-back']);
      const now = await paymentRow(scene.community, paymentId);
      expect(now).toMatchObject({
        refundRef: row.refundRef,
        refundFailedAt: row.refundFailedAt,
        givenBackAt: row.givenBackAt,
        refundedAt: row.refundedAt,
      });
      expect(now.givenBackTwiceAt).not.toBeNull();
      expect((await listed(`search=${encodeURIComponent(person.email)}`))[0]).toMatchObject({
        givenBackTwice: true,
      });
      expect((await exported(person))['Devuelto dos veces']).not.toBe('');
      expect(await owed()).toBe(before.owed);
      expect(await totals(person)).toMatchObject({ refundedCents: 3330, owedBackCents: 0 });
      expect(await noticeKindsOf(scene.community, person)).toHaveLength(3);
    },
  );

  it('is a conflict no longer once that refund has failed too', async () => {
    const { paymentId, intent } = await failedRefund();
    expect((await giveBack(paymentId)).status).toBe(200);
    refundAgainAtStripe(scene.stripe!.books, intent);
    await tell('charge.refunded', intent);
    await scene.settle();
    expect(await stuck()).toEqual(['given-back']);
    failAtStripe(scene.stripe!.books, intent);
    await tell('refund.failed', intent);
    await scene.settle();
    expect(await stuck()).toEqual([]);
    expect((await paymentRow(scene.community, paymentId)).givenBackTwiceAt).toBeNull();
  });
});

it('a dispute that is lost after the refund of the same payment is told as a conflict too, without a webhook', async () => {
  const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
  const intent = (await paymentRow(scene.community, paymentId)).paymentRef ?? '';
  await scene.askRefund(paymentId);
  await scene.refund();
  const { refundRef } = await paymentRow(scene.community, paymentId);
  await tell(
    'charge.dispute.created',
    intent,
    disputeAtStripe(scene.stripe!.books, intent, 'needs_response'),
  );
  disputeAtStripe(scene.stripe!.books, intent, 'lost');
  scene.afterMinutes(7 * 60);
  await scene.settle();
  await scene.settle();
  expect(await stuck()).toEqual(['given-back']);
  expect(await paymentRow(scene.community, paymentId)).toMatchObject({ refundRef, refundedByBank: false });
  expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought', 'payments.refunded']);
});

describe('many administrators who give the same money back at once', () => {
  const crowd = 12;

  /**
   * How many acts are on record, where each has read that the money is not given back before one gives it. The provider
   * is not found, because what reads the refund from it locks the payment too, and they would go on one by one.
   */
  async function rush(of: PurchaseScene, change: typeof withoutRowLocks): Promise<number> {
    const { paymentId } = await failedRefund(of);
    const contexts = await Promise.all(
      Array.from({ length: crowd }, async (_, nth) => {
        const ctx = change(await of.community.ctxFor(of.admin));
        return { ...ctx, now: new Date(ctx.now.getTime() + nth) };
      }),
    );
    const given = { id: paymentId, method: 'cash', reason: 'En la oficina' } as const;
    const providers = { ...of.community.providers, find: () => undefined };
    await raceForTable(of.community.db, 'payments', () =>
      contexts.map((ctx) => giveBackOtherwise(ctx, providers, given, undefined)),
    );
    return (await actsOn(paymentId, of)).length;
  }

  it('give it back once', async () => {
    expect(await rush(scene, (ctx) => ctx)).toBe(1);
  });

  it('give it back once without the lock, by the trigger alone', async () => {
    expect(await rush(scene, withoutRowLocks)).toBe(1);
  });

  it('the control: give it back more than once without the lock and the trigger', async () => {
    const open = await purchaseScene('stripe', {
      poolSize: 30,
      withoutGuards: 'drop trigger given_back_stays on payments',
    });
    expect(await rush(open, withoutRowLocks)).toBe(crowd);
    await open.close();
  });
});
