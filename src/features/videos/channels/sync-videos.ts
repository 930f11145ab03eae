import type { Ctx } from '#server/ctx.ts';
import type { ChannelSource } from '#server/video-sources/video-sources.ts';
import { isAdmin } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { type Synced, syncChannels } from './sync-channels.ts';

/** The longest time of a request, in milliseconds, plus that of one slow source. */
const budget = 8000;

/**
 * Syncs the channels in the languages that a member learns. Syncs all channels when the member named no language, and
 * for an administrator who asks for themselves.
 */
export async function syncVideos(
  ctx: Ctx,
  source: ChannelSource,
  { userId }: { userId: string },
): Promise<Synced> {
  refuse(may(ctx.actor, 'sync', userId));
  // Read from the database: the actor's languages may be older than the request that changed them.
  const profile = await ctx.db
    .selectFrom('profiles')
    .select('languages')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!profile) throw new Refusal(commonRefusals.notFound);
  const all = isAdmin(ctx.actor) && ctx.actor.userId === userId;
  const languages = all || profile.languages.length === 0 ? null : profile.languages;
  return syncChannels(ctx, source, { languages, budget });
}
