import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payments } from '#server/db/schema.ts';
import { WorkFailed } from '#server/jobs/due-work.ts';
import type { Kind } from './contract.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

export type Payment = Selectable<Payments>;

/**
 * How the feature that sells something gives what was bought, and takes it back. Each function runs in the transaction
 * that changes the payment and holds the lock on its row.
 */
export type Fulfilment = {
  /** Locks what is sold before the payment's row is locked. One order for all transactions prevents deadlocks. */
  lock(ctx: Ctx, payment: Pick<Payment, 'userId' | 'classId'>): Promise<void>;
  /**
   * The payment is completed. False when what was paid for cannot be given any more: then it is refunded. One by hand
   * may be refused, with the reason for the administrator who records it.
   */
  completed(ctx: Ctx, payment: Payment): Promise<boolean>;
  /** A voucher was issued: what is held stays held until `payment.expiresAt`. */
  waiting?(ctx: Ctx, payment: Payment): Promise<void>;
  /** The payment was completed, nothing was given for it, and its money goes back: what is held is released. */
  sentBack?(ctx: Ctx, payment: Payment): Promise<void>;
  /** The payment expired or was declined: what is held is released. */
  failed(ctx: Ctx, payment: Payment): Promise<void>;
  /** The payment was refunded: what was given is taken back. */
  refunded(ctx: Ctx, payment: Payment): Promise<void>;
  /** The subscription will not be charged again. */
  subscriptionEnded?(ctx: Ctx, subscription: { ref: string; userId: string }): Promise<void>;
};

/** The payment providers and the fulfilment of each kind of payment; `compose.ts` puts them together. */
export type PaymentProviders = {
  /** The provider of new payments; null when online payments are closed. */
  current: PaymentProvider | null;
  /** The provider that a payment was begun with, which may differ from `current`. */
  find(name: string): PaymentProvider | undefined;
  fulfilments: Record<Kind, Fulfilment>;
};

/** `current` takes new payments; `all` are those that may have taken one. */
export function joinProviders(
  current: PaymentProvider | null,
  all: readonly PaymentProvider[],
  fulfilments: Record<Kind, Fulfilment>,
): PaymentProviders {
  return { current, find: (name) => all.find((provider) => provider.name === name), fulfilments };
}

/** The provider that a payment was begun with. @throws WorkFailed when the settings no longer name it */
export function providerOf({ find }: PaymentProviders, { provider }: { provider: string }): PaymentProvider {
  const found = find(provider);
  if (!found) throw new WorkFailed(`no provider ${provider} is set up`);
  return found;
}

/** The fulfilment of a payment's kind. */
export function fulfilmentOf({ fulfilments }: PaymentProviders, { kind }: Pick<Payment, 'kind'>): Fulfilment {
  return fulfilments[kind];
}
