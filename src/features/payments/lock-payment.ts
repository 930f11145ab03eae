import type { Ctx } from '#server/ctx.ts';
import { type Payment, settlementOf, type Till } from './payment-till.ts';

/**
 * A payment as it stands, held until the transaction ends; what giving it takes is locked before. That order (a
 * class or a person, then the payment, then the subscription) is everybody's.
 */
export async function lockPayment(ctx: Ctx, till: Till, payment: Payment): Promise<Payment> {
  await settlementOf(till, payment).lock(ctx, payment);
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
