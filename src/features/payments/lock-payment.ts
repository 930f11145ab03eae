import type { Ctx } from '#server/ctx.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from './payment-providers.ts';

/** Locks a payment until the transaction ends, after what its fulfilment locks. `lockPerson` says in which order. */
export async function lockPayment(ctx: Ctx, providers: PaymentProviders, payment: Payment): Promise<Payment> {
  await fulfilmentOf(providers, payment).lock(ctx, payment);
  return ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
