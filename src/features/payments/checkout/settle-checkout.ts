import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { lockPayment } from '../lock-payment.ts';
import { fulfilmentOf, type Payment, type PaymentProviders, providerOf } from '../payment-providers.ts';
import {
  type CheckoutState,
  type PaymentProvider,
  type ProviderEvent,
  UnknownToProvider,
} from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { voucherKeptUntil } from '../rules.ts';
import { completePayment } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';
import { rememberEvent } from './remember-event.ts';

/**
 * Reads a checkout from its provider, with no transaction open, and brings the payment to that state. `paid` and
 * `failed` are final at the provider, so the order of webhooks and of concurrent calls does not matter. An `event`
 * that was acted on before changes nothing.
 */
export async function settleCheckout(
  outer: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  ref: string,
  event?: ProviderEvent,
): Promise<void> {
  const state = await provider.readCheckout(ref);
  await inTransaction(outer, async (ctx) => {
    if (event && !(await rememberEvent(ctx, provider, event))) return;
    const found = await findPaymentOf(ctx, provider, ref, state.paymentId);
    if (found) await apply(ctx, providers, await lockPayment(ctx, providers, found), ref, state);
  });
}

/** The same for a pending payment, once its checkout is stored. */
export async function settlePayment(
  outer: Ctx,
  providers: PaymentProviders,
  payment: Payment,
): Promise<void> {
  if (payment.checkoutRef === null) return;
  try {
    await settleCheckout(outer, providers, providerOf(providers, payment), payment.checkoutRef);
  } catch (error) {
    if (!(error instanceof UnknownToProvider)) throw error;
    await failUnopenedCheckout(outer, providers, payment);
  }
}

/**
 * Closes the checkout of a pending payment first, unless the student has paid. A payment without a stored checkout
 * fails at once: no student has seen where to pay.
 */
export async function closeAndSettle(
  outer: Ctx,
  providers: PaymentProviders,
  payment: Payment,
): Promise<void> {
  if (payment.checkoutRef === null) return failUnopenedCheckout(outer, providers, payment);
  try {
    await providerOf(providers, payment).closeCheckout(payment.checkoutRef);
  } catch (error) {
    // `settlePayment` learns it too, and fails the payment.
    if (!(error instanceof UnknownToProvider)) throw error;
  }
  await settlePayment(outer, providers, payment);
}

async function failUnopenedCheckout(
  outer: Ctx,
  providers: PaymentProviders,
  payment: Payment,
): Promise<void> {
  await inTransaction(outer, async (ctx) =>
    failPayment(ctx, providers, await lockPayment(ctx, providers, payment)),
  );
}

/** By the checkout's id, or by the payment's own id when the checkout's was not stored. */
async function findPaymentOf(
  { db }: Ctx,
  { name }: PaymentProvider,
  ref: string,
  paymentId: string | null,
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', name)
    .where((where) =>
      where.or([
        where('checkoutRef', '=', ref),
        where.and([where('id', '=', paymentId), where('checkoutRef', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
}

async function apply(
  ctx: Ctx,
  providers: PaymentProviders,
  payment: Payment,
  ref: string,
  state: CheckoutState,
): Promise<void> {
  if (payment.checkoutRef === null) {
    await ctx.db.updateTable('payments').set({ checkoutRef: ref }).where('id', '=', payment.id).execute();
  }
  if (state.state === 'paid') await completePayment(ctx, providers, payment, state);
  else if (state.state === 'failed') await failPayment(ctx, providers, payment);
  else if (state.state === 'waiting' && payment.status === 'pending' && payment.method !== state.method) {
    const waiting = await ctx.db
      .updateTable('payments')
      .set({
        method: state.method,
        checkoutUrl: state.url,
        // A voucher of a payment that was given up is closed, like the checkout in which they took it.
        ...(payment.givenUpAt === null && { expiresAt: voucherKeptUntil(state.until) }),
      })
      .where('id', '=', payment.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await fulfilmentOf(providers, waiting).waiting?.(ctx, waiting);
    await publishPaymentsChanged(ctx, waiting);
  }
}
