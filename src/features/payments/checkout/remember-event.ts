import type { Ctx } from '#server/ctx.ts';
import type { PaymentProvider, Told } from '../providers/payment-provider.ts';

/**
 * Notes, in the transaction that acts on it, that a provider told us something. False when it is known already:
 * then it was acted on. A twin that comes at the same time waits here for the first.
 */
export async function rememberEvent(
  { db, now }: Ctx,
  { name }: PaymentProvider,
  { eventId, kind }: Told,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('providerEvents')
    .values({ provider: name, eventId, kind, receivedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether it was acted on, without waiting. */
export async function isRemembered(
  { db }: Ctx,
  { name }: PaymentProvider,
  { eventId }: Told,
): Promise<boolean> {
  const known = await db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('provider', '=', name)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return known !== undefined;
}
