import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { dayMs } from '#shared/time/durations.ts';
import type { TestOutcome } from '../contract.ts';
import { voucherDays } from '../rules.ts';
import { chargeTestMonths } from '../subscriptions/charge-test-months.ts';
import {
  BadSignature,
  type CheckoutState,
  type Invoice,
  type PaymentProvider,
  type ProviderEvent,
  UnknownToProvider,
} from './payment-provider.ts';

/** A message as a provider would send it. */
export type SignedMessage = { rawBody: string; signature: string };

export type TestProvider = PaymentProvider & {
  readonly name: 'test';
  /** Applies the outcome chosen on its checkout page. Null when the checkout cannot have that outcome any more. */
  decide(ref: string, outcome: TestOutcome): Promise<SignedMessage | null>;
  /** A message about a checkout or a subscription, signed. */
  sign(about: NonNullable<ProviderEvent['about']>, eventId?: string): SignedMessage;
};

/**
 * The built-in test provider. It keeps its own tables in the database, opens checkouts on a page that says it is a
 * test, charges a month when one is over, and signs its webhooks. No money moves. With `renews` false a subscription
 * ends with its month instead: where members pay for real, none goes on for free.
 */
export function createTestProvider(db: Db, clock: () => Date, { renews }: { renews: boolean }): TestProvider {
  const secret = randomBytes(32);

  async function find(ref: string) {
    const checkout = await db
      .selectFrom('testCheckouts')
      .selectAll()
      .where('ref', '=', ref)
      .executeTakeFirst();
    if (!checkout) throw new UnknownToProvider();
    return checkout;
  }

  async function readCheckout(ref: string): Promise<CheckoutState> {
    const checkout = await find(ref);
    const { state, method, amountCents, currency, subscriptionRef } = checkout;
    const paymentId = ref;
    if (state === 'paid') {
      return {
        paymentId,
        state,
        method,
        paymentRef: `test_pay_${ref}`,
        amountCents,
        currency,
        subscription: subscriptionRef ? await firstMonth(subscriptionRef) : null,
      };
    }
    if (state === 'waiting') {
      const until = checkout.voucherEndsAt ?? clock();
      return { paymentId, state, method: 'oxxo', until, url: pageOf(ref) };
    }
    return { paymentId, state };
  }

  async function firstMonth(ref: string) {
    const { ref: invoiceRef, paidUntil } = await db
      .selectFrom('testInvoices')
      .select(['ref', 'paidUntil'])
      .where('subscriptionRef', '=', ref)
      .where('isFirst', '=', true)
      .executeTakeFirstOrThrow();
    return { ref, invoiceRef, paidUntil };
  }

  async function decide(ref: string, outcome: TestOutcome): Promise<SignedMessage | null> {
    const from = outcome === 'voucher-paid' ? (['waiting'] as const) : (['open', 'waiting'] as const);
    const method = outcome === 'voucher' || outcome === 'voucher-paid' ? 'oxxo' : 'card';
    const state = (
      {
        paid: 'paid',
        'voucher-paid': 'paid',
        voucher: 'waiting',
        declined: 'failed',
        expired: 'failed',
      } as const
    )[outcome];
    const decided = await db.transaction().execute(async (trx) => {
      const checkout = await trx
        .updateTable('testCheckouts')
        .set({
          state,
          ...(outcome !== 'expired' && { method }),
          ...(outcome === 'voucher' && { voucherEndsAt: daysAfter(clock(), voucherDays) }),
        })
        .where('ref', '=', ref)
        .where('state', 'in', from)
        .$if(outcome === 'voucher', (query) => query.where('offersVoucher', '=', true))
        .returningAll()
        .executeTakeFirst();
      if (checkout?.state === 'paid' && checkout.monthlyCents !== null) {
        await subscribe(trx, checkout.ref, checkout, clock());
      }
      return checkout !== undefined;
    });
    return decided ? sign({ checkout: ref }) : null;
  }

  function sign(about: NonNullable<ProviderEvent['about']>, eventId: string = randomUUID()): SignedMessage {
    const rawBody = JSON.stringify({ eventId, kind: Object.keys(about)[0], about });
    return { rawBody, signature: createHmac('sha256', secret).update(rawBody).digest('hex') };
  }

  return {
    name: 'test',
    decide,
    sign,
    readCheckout,
    async openCheckout({ paymentId, monthly, ...order }) {
      await db
        .insertInto('testCheckouts')
        .values({
          ref: paymentId,
          title: order.title,
          amountCents: order.amountCents,
          currency: order.currency,
          tier: monthly?.tier ?? null,
          monthlyCents: monthly?.cents ?? null,
          offersVoucher: order.offersVoucher,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { ref: paymentId, url: pageOf(paymentId) };
    },
    async closeCheckout(ref) {
      await find(ref);
      await db
        .updateTable('testCheckouts')
        .set({ state: 'failed' })
        .where('ref', '=', ref)
        .where('state', 'in', ['open', 'waiting'])
        .execute();
    },
    async readSubscription(ref) {
      const { endedAt } = await chargeTestMonths(db, ref, { now: clock(), renews });
      const rows = await db
        .selectFrom('testInvoices')
        .selectAll()
        .where('subscriptionRef', '=', ref)
        .orderBy('paidUntil')
        .execute();
      const invoices = rows.map(
        (row): Invoice => ({
          ref: row.ref,
          paymentRef: `test_pay_${row.ref}`,
          state: row.state,
          amountCents: row.amountCents,
          currency: row.currency,
          paidUntil: row.paidUntil,
          isFirst: row.isFirst,
        }),
      );
      return { ended: endedAt !== null, invoices };
    },
    async changeSubscription(ref, requested) {
      const changed = {
        end: { endedAt: clock() },
        'end-later': { endsLater: true },
        'switch-tier':
          requested.change === 'switch-tier' ? { monthlyCents: requested.cents, endsLater: false } : {},
      }[requested.change];
      await db
        .updateTable('testSubscriptions')
        .set(changed)
        .where('ref', '=', ref)
        .where('endedAt', 'is', null)
        .execute();
    },
    async refund({ paymentRef }) {
      await db
        .insertInto('testRefunds')
        .values({ paymentRef, refundRef: `test_refund_${randomUUID()}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { refundRef } = await db
        .selectFrom('testRefunds')
        .select('refundRef')
        .where('paymentRef', '=', paymentRef)
        .executeTakeFirstOrThrow();
      return refundRef;
    },
    async readMoneyBack(paymentRef) {
      const refund = await db
        .selectFrom('testRefunds')
        .select('refundRef')
        .where('paymentRef', '=', paymentRef)
        .executeTakeFirst();
      return { ref: refund?.refundRef ?? null, byDispute: false, disputed: false, twice: false };
    },
    readWebhook(rawBody, signature) {
      const right = createHmac('sha256', secret).update(rawBody).digest();
      // Buffer.from ignores invalid hex digits, so a longer signature would compare as equal.
      const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature ?? '') ? (signature ?? '') : '', 'hex');
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new BadSignature();
      return JSON.parse(rawBody) as ProviderEvent;
    },
  };
}

function pageOf(ref: string): string {
  return `/payments/test/${ref}`;
}

async function subscribe(
  db: Db,
  checkoutRef: string,
  {
    amountCents,
    monthlyCents,
    currency,
  }: { amountCents: number; monthlyCents: number | null; currency: string },
  now: Date,
): Promise<void> {
  const ref = `test_sub_${checkoutRef}`;
  const paidUntil = monthsAfter(now);
  await db
    .insertInto('testSubscriptions')
    .values({ ref, monthlyCents: monthlyCents ?? amountCents, currency, paidUntil })
    .execute();
  await db
    .insertInto('testInvoices')
    .values({
      ref: `${ref}_1`,
      subscriptionRef: ref,
      amountCents,
      currency,
      state: 'paid',
      paidUntil,
      isFirst: true,
    })
    .execute();
  await db
    .updateTable('testCheckouts')
    .set({ subscriptionRef: ref })
    .where('ref', '=', checkoutRef)
    .execute();
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * dayMs);
}
