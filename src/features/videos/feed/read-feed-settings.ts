import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import type { FeedSettings } from '../contract.ts';
import { may } from '../permissions.ts';

/** How the feed mixes its videos, for administrators. */
export async function readFeedSettings({ db, actor }: Ctx): Promise<FeedSettings> {
  refuse(may(actor, 'moderate'));
  return db
    .selectFrom('feedSettings')
    .select(['discoveryPercent', 'topicsPercent', 'newDays'])
    .executeTakeFirstOrThrow();
}
