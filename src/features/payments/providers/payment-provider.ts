import type { Tier } from '#shared/actor.ts';
import type { Method } from '../contract.ts';

/** What a checkout is opened for. All of it comes from the payment's row, so that asking again asks the same. */
export type CheckoutOrder = {
  paymentId: string;
  /** What is bought, in the words of the receipt. */
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
  /** What a refund is asked by; null where nothing was charged. */
  paymentRef: string | null;
  state: 'paid' | 'failed';
  amountCents: number;
  currency: string;
  paidUntil: Date;
  /** The one paid in the checkout. */
  isFirst: boolean;
};

/** A checkout as it stands at the provider now. `paid` and `failed` are final there. */
export type CheckoutState = { paymentId: string | null } & (
  | { state: 'open' }
  /** A voucher is out. */
  | { state: 'waiting'; method: Method; until: Date }
  | {
      state: 'paid';
      method: Method;
      paymentRef: string | null;
      amountCents: number;
      currency: string;
      subscription: { ref: string; invoiceRef: string | null; paidUntil: Date } | null;
    }
  | { state: 'failed' }
);

export type SubscriptionState = { ended: boolean; invoices: Invoice[] };

/** What a webhook is about: never how things stand. That is read from the provider, so order does not matter. */
export type Told = {
  eventId: string;
  kind: string;
  about: { checkout: string } | { subscription: string } | { refundOf: string } | null;
};

/** What the provider is to do with a subscription. */
export type SubscriptionChange =
  | { change: 'end' | 'end-later' | 'go-on' }
  | { change: 'switch-tier'; tier: Tier; cents: number; currency: string; title: string };

/**
 * Somebody who takes money. Every method that changes something may be repeated under its key, or by itself,
 * with the same outcome. What the provider cannot do now is thrown as it comes, but for these two.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'test';
  /** Opens the checkout of an order, or finds the one that was opened for it. */
  openCheckout(order: CheckoutOrder): Promise<{ ref: string; url: string }>;
  readCheckout(ref: string): Promise<CheckoutState>;
  /** Lets nobody pay in it any more; one that is paid or waiting for a voucher stays as it is. */
  closeCheckout(ref: string): Promise<void>;
  readSubscription(ref: string): Promise<SubscriptionState>;
  changeSubscription(ref: string, change: SubscriptionChange): Promise<void>;
  /** Gives all of it back; `paymentId` is the key. Answers the refund's id. */
  refund(order: { paymentId: string; paymentRef: string; amountCents: number }): Promise<string>;
  /** The id of the refund of all of a payment, however it came about; null while there is none. */
  findRefund(paymentRef: string, amountCents: number): Promise<string | null>;
  /** @throws BadSignature */
  readWebhook(rawBody: string, signature: string | undefined): Told;
}

/** The message was not signed by the provider, or too long ago. */
export class BadSignature extends Error {}

/** The provider knows nothing under that id. */
export class UnknownToProvider extends Error {}
