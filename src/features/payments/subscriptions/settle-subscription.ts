import type { Selectable } from 'kysely';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Subscriptions } from '#server/db/schema.ts';
import { completePayment } from '../checkout/complete-payment.ts';
import { rememberEvent } from '../checkout/remember-event.ts';
import type { Payment, PaymentProviders } from '../payment-providers.ts';
import type { Invoice, PaymentProvider, ProviderEvent } from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { nothingRequested } from './request-change.ts';

type Subscription = Selectable<Subscriptions>;

/**
 * Reads a subscription from its provider and books what is new: a completed payment for each charged month, a failed
 * one for each month that could not be charged, and the end. Idempotent: every invoice is booked once, and an `event`
 * is acted on once.
 */
export async function settleSubscription(
  outer: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  ref: string,
  event?: ProviderEvent,
): Promise<void> {
  const state = await provider.readSubscription(ref);
  await inTransaction(outer, async (ctx) => {
    const subscription = await findSubscription(ctx, provider, ref);
    // Its checkout is not settled yet. Settling the checkout creates the subscription.
    if (!subscription) return;
    if (event && !(await rememberEvent(ctx, provider, event))) return;
    await lockPerson(ctx, subscription.userId);
    for (const invoice of state.invoices) await bookInvoice(ctx, providers, ref, invoice);
    if (state.ended) await noteEnd(ctx, providers, ref);
  });
}

function findSubscription({ db }: Ctx, { name }: PaymentProvider, ref: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('ref', '=', ref)
    .where('provider', '=', name)
    .executeTakeFirst();
}

async function lockSubscription({ db }: Ctx, ref: string): Promise<Subscription> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function bookInvoice(
  ctx: Ctx,
  providers: PaymentProviders,
  ref: string,
  invoice: Invoice,
): Promise<void> {
  // The first month was booked as the checkout's payment.
  if (invoice.isFirst) return;
  const booked = await ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('invoiceRef', '=', invoice.ref)
    .forUpdate()
    .executeTakeFirst();
  if (booked && (booked.status !== 'failed' || invoice.state === 'failed')) return;

  const subscription = await lockSubscription(ctx, ref);
  const payment = booked ?? (await insertMonth(ctx, subscription, invoice));
  if (invoice.state === 'failed') {
    await providers.fulfilments.membership.failed(ctx, payment);
    return publishPaymentsChanged(ctx, payment);
  }
  await ctx.db
    .updateTable('subscriptions')
    .set({ paidUntil: invoice.paidUntil, tier: payment.tier ?? subscription.tier, nextTier: null })
    .where('ref', '=', ref)
    .execute();
  await completePayment(ctx, providers, payment, {
    method: 'card',
    paymentRef: invoice.paymentRef,
    amountCents: invoice.amountCents,
    currency: invoice.currency,
    subscription: { ref, invoiceRef: invoice.ref, paidUntil: invoice.paidUntil },
  });
}

/** Books a month that could not be charged; a later charge completes the same payment. */
async function insertMonth(
  { db, now }: Ctx,
  { ref, provider, userId, tier, nextTier }: Subscription,
  { amountCents, currency, ...invoice }: Invoice,
): Promise<Payment> {
  return db
    .insertInto('payments')
    .values({
      userId,
      kind: 'membership',
      tier: nextTier ?? tier,
      amountCents,
      currency,
      method: 'card',
      provider,
      status: 'failed',
      subscriptionRef: ref,
      invoiceRef: invoice.ref,
      platformShareCents: amountCents,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function noteEnd(ctx: Ctx, providers: PaymentProviders, ref: string): Promise<void> {
  const subscription = await lockSubscription(ctx, ref);
  if (subscription.endedAt) return;
  await ctx.db
    .updateTable('subscriptions')
    .set({
      endedAt: ctx.now,
      ...nothingRequested,
    })
    .where('ref', '=', ref)
    .execute();
  await providers.fulfilments.membership.subscriptionEnded?.(ctx, { ref, userId: subscription.userId });
}
