import type { Ctx } from '#server/ctx.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from './payment-providers.ts';

/**
 * Locks a payment until the transaction ends, after what its fulfilment locks. Every transaction locks in one order, so
 * that none deadlock: the class or the person, the payment, the subscription.
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

/** Locks a person, so that changes of their payments and their tier happen one after the other. */
export async function lockPerson({ db }: Ctx, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * The same for a payment that begins; false where the account was deleted. The lock may have waited for the deletion,
 * which has removed what is stored about the person by then.
 */
export async function lockExistingPerson({ db }: Ctx, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return person !== undefined;
}
