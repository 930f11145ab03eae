import { changedNumbers } from '#features/audit/changed-numbers.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import type { FeedSettings } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { readFeedSettings } from './read-feed-settings.ts';

/** Sets how the feed mixes its videos. A student who is scrolling goes on with the mix that their visit began with. */
export async function setFeedSettings(
  outer: Ctx,
  { discoveryPercent, topicsPercent, newDays }: FeedSettings,
): Promise<FeedSettings> {
  refuse(may(outer.actor, 'moderate'));
  return inTransaction(outer, async (ctx) => {
    // Two administrators at once: the second sees what the first has set, and the audit log says so.
    await ctx.db.selectFrom('feedSettings').select('onlyRow').forUpdate().execute();
    const before = await readFeedSettings(ctx);
    const after = { discoveryPercent, topicsPercent, newDays };
    await ctx.db.updateTable('feedSettings').set(after).execute();
    await recordAct(ctx, { act: 'videos.change-settings', detail: changedNumbers(before, after) });
    await publishVideosChanged(ctx);
    return after;
  });
}
