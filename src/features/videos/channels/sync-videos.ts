import type { Ctx } from '#server/ctx.ts';
import type { ChannelSource } from '#server/video-sources/video-sources.ts';
import { isAdmin } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { type Synced, syncChannels } from './sync-channels.ts';

/** Whoever waits for the answer waits no longer than this and one slow source, in milliseconds. */
const budget = 8000;

/**
 * Brings news in the languages somebody learns; in all of them where they named none, and for an administrator who
 * asks for themselves.
 */
export async function syncVideos(
  ctx: Ctx,
  source: ChannelSource,
  { userId }: { userId: string },
): Promise<Synced> {
  const refusal = may(ctx.actor, 'sync', userId);
  if (refusal) throw new Refusal(refusal);
  // Not the actor's: what somebody learns may have changed a moment ago.
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
