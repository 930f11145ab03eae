import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { FeedSettings } from '../contract.ts';
import { readFeedSettings } from './read-feed-settings.ts';

/** Sets how the feed mixes its videos. A student who is scrolling goes on with the mix that their visit began with. */
export async function setFeedSettings(
  outer: Ctx,
  { discoveryPercent, topicsPercent, newDays }: FeedSettings,
): Promise<FeedSettings> {
  return inTransaction(outer, async (ctx) => {
    const before = await readFeedSettings(ctx);
    const after = { discoveryPercent, topicsPercent, newDays };
    await ctx.db.updateTable('feedSettings').set(after).execute();
    await recordAct(ctx, {
      act: 'videos.change-settings',
      detail: { before: inShort(before), after: inShort(after) },
    });
    return after;
  });
}

/** `20 % / 60 %, 3 d`, for the audit log. */
function inShort({ discoveryPercent, topicsPercent, newDays }: FeedSettings): string {
  return `${discoveryPercent} % / ${topicsPercent} %, ${newDays} d`;
}
