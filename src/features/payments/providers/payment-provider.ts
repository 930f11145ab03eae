import type { Tier } from '#shared/actor.ts';
import type { Method } from '../contract.ts';

/** What a checkout is opened for. All of it comes from the payment's row, so that a retry sends the same order. */
export type CheckoutOrder = {
  paymentId: string;
  /** The name of what is bought, as on the receipt. */
  title: string;
  amountCents: number;
  currency: string;
  /** For a membership: its tier, and what each month after the first costs. */
  monthly: { tier: Tier; cents: number } | null;
  offersVoucher: boolean;
  email: string;
};

/** A paid month of a subscription, or one that could not be charged. */
export type Invoice = {
  ref: string;
  /** The provider's id of the charge, which a refund names; null when nothing was charged. */
  paymentRef: string | null;
  state: 'paid' | 'failed';
  amountCents: number;
  currency: string;
  paidUntil: Date;
  /** The first month, paid in the checkout. */
  isFirst: boolean;
};

/** What the provider says was paid in a checkout. */
export type Paid = {
  method: Method;
  paymentRef: string | null;
  amountCents: number;
  currency: string;
  subscription: { ref: string; invoiceRef: string | null; paidUntil: Date } | null;
};

/** The state of a checkout at the provider. `paid` and `failed` are final. */
export type CheckoutState = { paymentId: string | null } & (
  | { state: 'open' }
  /** A voucher was issued; `url` shows it again, as in the shop where it is paid. */
  | { state: 'waiting'; method: Method; until: Date; url: string | null }
  | ({ state: 'paid' } & Paid)
  | { state: 'failed' }
);

export type SubscriptionState = { ended: boolean; invoices: Invoice[] };

/** What a webhook is about. The state is always read from the provider, so the order of webhooks does not matter. */
export type ProviderEvent = {
  eventId: string;
  kind: string;
  about: { checkout: string } | { subscription: string } | { moneyOf: string } | null;
};

/**
 * What became of a payment's money after it was paid. `ref` is the id of the refund, or of the dispute, by which the
 * whole of it is back with the payer; null while it is not. `disputed`: the payer's bank asks for it, and has not
 * decided. `twice`: it was refunded, and the bank took it back as well.
 */
export type MoneyBack = { ref: string | null; byDispute: boolean; disputed: boolean; twice: boolean };

/** A change of a subscription that the provider is asked to make. */
export type SubscriptionChange =
  | { change: 'end' | 'end-later' }
  | { change: 'switch-tier'; tier: Tier; cents: number; currency: string; title: string };

/**
 * A payment provider. Every method that changes something is idempotent, under its key or by itself. Errors of the
 * provider's client are thrown as they are, but for the two classes below.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'test';
  /** Opens the checkout of an order, or finds the one that was opened for it before. */
  openCheckout(order: CheckoutOrder): Promise<{ ref: string; url: string }>;
  readCheckout(ref: string): Promise<CheckoutState>;
  /** Closes a checkout for payment; one that is paid stays as it is. */
  closeCheckout(ref: string): Promise<void>;
  readSubscription(ref: string): Promise<SubscriptionState>;
  changeSubscription(ref: string, change: SubscriptionChange): Promise<void>;
  /** Refunds what is left of a whole payment, under a key made of `paymentId`. Answers the id of a refund. */
  refund(order: { paymentId: string; paymentRef: string; amountCents: number }): Promise<string>;
  /** Reads refunds of a payment, wherever they were made, and its dispute. @throws UnknownToProvider */
  readMoneyBack(paymentRef: string, amountCents: number): Promise<MoneyBack>;
  /** @throws BadSignature */
  readWebhook(rawBody: string, signature: string | undefined): ProviderEvent;
}

/** The message was not signed by the provider, or too long ago. */
export class BadSignature extends Error {}

/** The provider knows nothing under that id. */
export class UnknownToProvider extends Error {}
