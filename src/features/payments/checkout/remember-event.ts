import type { Ctx } from '#server/ctx.ts';
import type { PaymentProvider, ProviderEvent } from '../providers/payment-provider.ts';

/**
 * Notes a provider's event in the transaction that acts on it. False when the event is known, and so was acted on. A
 * concurrent transaction with the same event waits here until the first one ends.
 */
export async function rememberEvent(
  { db, now }: Ctx,
  { name }: PaymentProvider,
  { eventId, kind }: ProviderEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('providerEvents')
    .values({ provider: name, eventId, kind, receivedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether an event was acted on; does not wait for a concurrent transaction. */
export async function isRemembered(
  { db }: Ctx,
  { name }: PaymentProvider,
  { eventId }: ProviderEvent,
): Promise<boolean> {
  const row = await db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('provider', '=', name)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}
