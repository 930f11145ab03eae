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
const ofRefund = new Set(['charge.refunded']);

/** The checkout, subscription or payment that a Stripe event is about; null for events of other kinds. */
export function toldByStripe(event: Stripe.Event): ProviderEvent {
  return { eventId: event.id, kind: event.type, about: aboutOf(event) };
}

function aboutOf({ type, data }: Stripe.Event): ProviderEvent['about'] {
  const object = data.object as unknown as Record<string, unknown>;
  if (ofCheckout.has(type)) return about('checkout', object.id);
  if (ofSubscription.has(type)) return about('subscription', object.id);
  if (ofRefund.has(type)) return about('refundOf', object.payment_intent);
  if (!ofInvoice.has(type)) return null;
  const { parent } = object as unknown as Stripe.Invoice;
  return about('subscription', parent?.subscription_details?.subscription);
}

function about(what: 'checkout' | 'subscription' | 'refundOf', object: unknown): ProviderEvent['about'] {
  const id = typeof object === 'string' ? object : (object as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? ({ [what]: id } as ProviderEvent['about']) : null;
}
