import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payments } from '#server/db/schema.ts';
import { WorkFailed } from '#server/jobs/due-work.ts';
import type { Kind } from './contract.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

export type Payment = Selectable<Payments>;

/**
 * What the feature that sells something does for a payment of its kind: it gives what was bought, and takes it back.
 * Each function runs in the transaction that changes the payment, which holds the lock on the payment's row.
 */
export type Fulfilment = {
  /** Locks what is sold before the payment's row is locked. One order for all transactions prevents deadlocks. */
  lock(ctx: Ctx, payment: Pick<Payment, 'userId' | 'classId'>): Promise<void>;
  /** The money is here. False when what was paid for cannot be given any more: then the payment is refunded. */
  completed(ctx: Ctx, payment: Payment): Promise<boolean>;
  /** A voucher is out: what is held is held until `payment.expiresAt`. */
  waiting?(ctx: Ctx, payment: Payment): Promise<void>;
  /** The payment expired or was declined: what is held is released. */
  failed(ctx: Ctx, payment: Payment): Promise<void>;
  /** The money is back with the person: what was given is taken back. */
  refunded(ctx: Ctx, payment: Payment): Promise<void>;
  /** The subscription will not be charged again. */
  subscriptionEnded?(ctx: Ctx, subscription: { ref: string; userId: string }): Promise<void>;
};

/** Who takes the money, and what each kind of payment gives: put together in `compose.ts`. */
export type PaymentProviders = {
  /** Where new payments are made; null where online payments are closed. */
  current: PaymentProvider | null;
  /** The provider a payment was begun with: settings change, payments stay. */
  find(name: string): PaymentProvider | undefined;
  fulfilments: Record<Kind, Fulfilment>;
};

/** `current` takes new payments, `known` are all providers that ever took one. */
export function joinProviders(
  current: PaymentProvider | null,
  known: readonly PaymentProvider[],
  fulfilments: Record<Kind, Fulfilment>,
): PaymentProviders {
  return { current, find: (name) => known.find((provider) => provider.name === name), fulfilments };
}

/** The provider that a payment was begun with. @throws WorkFailed where the settings know it no more */
export function providerOf({ find }: PaymentProviders, { provider }: { provider: string }): PaymentProvider {
  const found = find(provider);
  if (!found) throw new WorkFailed(`no provider ${provider} is set up`);
  return found;
}

/** The fulfilment of a payment's kind. */
export function fulfilmentOf({ fulfilments }: PaymentProviders, { kind }: Pick<Payment, 'kind'>): Fulfilment {
  return fulfilments[kind];
}
