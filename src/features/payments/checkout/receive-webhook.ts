import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { noteSecurity } from '#server/note-security.ts';
import { Refusal } from '#shared/refusal.ts';
import { paymentRefusals } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import {
  BadSignature,
  type PaymentProvider,
  type ProviderEvent,
  UnknownToProvider,
} from '../providers/payment-provider.ts';
import { finishRefund } from '../refunds/make-refunds.ts';
import { settleSubscription } from '../subscriptions/settle-subscription.ts';
import { isRemembered, rememberEvent } from './remember-event.ts';
import { settleCheckout } from './settle-checkout.ts';

/**
 * Receives a provider's webhook. It must be signed, and it is acted on once. The server acts on the state that it
 * then reads from the provider, not on the message, so messages may come late, twice or in any order. A message of
 * another kind is accepted and ignored.
 * @throws Refusal payments/bad-signature; payments/away, which makes the provider send the message again
 */
export async function receiveWebhook(
  ctx: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider | undefined,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const event = readEvent(ctx, provider, rawBody, signature);
  if (!provider || !event.about || (await isRemembered(ctx, provider, event))) return;
  try {
    await actOn(ctx, providers, provider, event, event.about);
  } catch (error) {
    // It belongs to another product on the same account.
    if (error instanceof UnknownToProvider) return;
    if (error instanceof Refusal) throw error;
    ctx.log.error({ err: error, provider: provider.name }, 'a message of the payment provider waits');
    throw new Refusal(paymentRefusals.away);
  }
}

async function actOn(
  ctx: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  event: ProviderEvent,
  about: NonNullable<ProviderEvent['about']>,
): Promise<void> {
  if ('checkout' in about) await settleCheckout(ctx, providers, provider, about.checkout, event);
  else if ('subscription' in about)
    await settleSubscription(ctx, providers, provider, about.subscription, event);
  else await settleRefund(ctx, providers, provider, about.refundOf, event);
}

function readEvent(
  { log }: Ctx,
  provider: PaymentProvider | undefined,
  rawBody: string,
  signature: string | undefined,
): ProviderEvent {
  try {
    if (provider) return provider.readWebhook(rawBody, signature);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
  }
  const sentence = 'a message of no payment provider of ours';
  noteSecurity(log, 'bad-signature', { provider: provider?.name }, sentence);
  throw new Refusal(paymentRefusals.badSignature);
}

/** Notes a refund, whether Sumi asked for it or an administrator made it in the provider's dashboard. */
async function settleRefund(
  outer: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  paymentRef: string,
  event: ProviderEvent,
): Promise<void> {
  const payment = await outer.db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('paymentRef', '=', paymentRef)
    .executeTakeFirst();
  if (!payment) return;
  const refundRef = await provider.findRefund(paymentRef, payment.amountCents);
  await inTransaction(outer, async (ctx) => {
    if (!(await rememberEvent(ctx, provider, event))) return;
    if (refundRef) await finishRefund(ctx, providers, payment, refundRef);
  });
}
