import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payments } from '#server/db/schema.ts';
import { WorkFailed } from '#server/jobs/due-work.ts';
import type { Kind } from './contract.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

export type Payment = Selectable<Payments>;

/**
 * What is bought with a payment of one kind, given and taken back by the feature it belongs to. Each runs in the
 * transaction that changes the payment, whose row is locked by then.
 */
export type Settlement = {
  /** Taken before the payment's row is, so that nobody who changes both waits in a circle. */
  lock(ctx: Ctx, payment: Pick<Payment, 'userId' | 'classId'>): Promise<void>;
  /** The money is here. False when what was paid for cannot be given any more: then it goes back. */
  completed(ctx: Ctx, payment: Payment): Promise<boolean>;
  /** A voucher is out: what is kept is kept until `payment.expiresAt`. */
  waiting?(ctx: Ctx, payment: Payment): Promise<void>;
  /** Nobody paid. */
  fallen(ctx: Ctx, payment: Payment): Promise<void>;
  /** The money is back with the person. */
  refunded(ctx: Ctx, payment: Payment): Promise<void>;
  /** The subscription will not be charged again. */
  subscriptionEnded?(ctx: Ctx, subscription: { ref: string; userId: string }): Promise<void>;
};

/** Who takes the money, and who gives what was paid for: put together in `compose.ts`. */
export type Till = {
  /** Where new payments are made; null where nobody can pay on line. */
  current: PaymentProvider | null;
  /** The one a payment was begun with: settings change, payments stay. */
  find(name: string): PaymentProvider | undefined;
  settlements: Record<Kind, Settlement>;
};

/** A till where `current` takes new payments, and `known` are all that ever took one. */
export function openTill(
  current: PaymentProvider | null,
  known: readonly PaymentProvider[],
  settlements: Record<Kind, Settlement>,
): Till {
  return { current, find: (name) => known.find((provider) => provider.name === name), settlements };
}

/** The provider that a payment was begun with. @throws WorkFailed where the settings know it no more */
export function providerOf({ find }: Till, { provider }: { provider: string }): PaymentProvider {
  const found = find(provider);
  if (!found) throw new WorkFailed(`no provider ${provider} is set up`);
  return found;
}

/** The settlement of a payment's kind. */
export function settlementOf({ settlements }: Till, { kind }: Pick<Payment, 'kind'>): Settlement {
  return settlements[kind];
}
