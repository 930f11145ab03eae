import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Deletes the offer of a series with its unread notice, and returns it; null where there is none, or none to `toId`.
 */
export async function endOffer(
  ctx: Ctx,
  seriesId: string,
  toId?: string,
): Promise<{ fromId: string; toId: string } | null> {
  let deletion = ctx.db.deleteFrom('classSeriesOffers').where('seriesId', '=', seriesId);
  if (toId !== undefined) deletion = deletion.where('toId', '=', toId);
  const offer = await deletion.returning(['id', 'fromId', 'toId', 'offeredAt']).executeTakeFirst();
  if (!offer) return null;
  const kinds = ['classes.series-offered'];
  await withdrawNotices(ctx, { from: offer.toId, kinds, since: offer.offeredAt, about: offer.id });
  return offer;
}
