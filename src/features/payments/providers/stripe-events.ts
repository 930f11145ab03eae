import type Stripe from 'stripe';
import type { ProviderEvent } from './payment-provider.ts';

const ofCheckout = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);
const ofInvoice = new Set(['invoice.paid', 'invoice.payment_failed']);
const ofSubscription = new Set(['customer.subscription.deleted', 'customer.subscription.updated']);
/** Refunds and disputes. `refund.updated` tells of a refund that fails after it was pending, and of most that do. */
const ofMoneyBack = new Set([
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

/** The checkout, subscription or payment that a Stripe event is about; null for events of other kinds. */
export function toldByStripe(event: Stripe.Event): ProviderEvent {
  return { eventId: event.id, kind: event.type, about: aboutOf(event) };
}

function aboutOf({ type, data }: Stripe.Event): ProviderEvent['about'] {
  const object = data.object as unknown as Record<string, unknown>;
  if (ofCheckout.has(type)) return about('checkout', object.id);
  if (ofSubscription.has(type)) return about('subscription', object.id);
  if (ofMoneyBack.has(type)) return about('moneyOf', object.payment_intent);
  if (!ofInvoice.has(type)) return null;
  const { parent } = object as unknown as Stripe.Invoice;
  return about('subscription', parent?.subscription_details?.subscription);
}

function about(what: 'checkout' | 'subscription' | 'moneyOf', object: unknown): ProviderEvent['about'] {
  const id = typeof object === 'string' ? object : (object as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? ({ [what]: id } as ProviderEvent['about']) : null;
}
