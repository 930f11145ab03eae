import type { Ctx } from '#server/ctx.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from './payment-providers.ts';

/**
 * A payment as it stands, held until the transaction ends; what giving it takes is locked before. That order (a
 * class or a person, then the payment, then the subscription) is everybody's.
 */
export async function lockPayment(ctx: Ctx, providers: PaymentProviders, payment: Payment): Promise<Payment> {
  await fulfilmentOf(providers, payment).lock(ctx, payment);
  return ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Holds a person: what they pay and the tier they have change one after the other. */
export async function lockPerson({ db }: Ctx, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
