import type { Ctx } from '#server/ctx.ts';
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
import { settleReturn } from '../refunds/settle-return.ts';
import { settleSubscription } from '../subscriptions/settle-subscription.ts';
import { isRemembered } from './remember-event.ts';
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
  else await settleReturn(ctx, providers, provider, about.moneyOf, event);
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
