import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { SourceError, type SourceFault } from '#server/video-sources/source-error.ts';
import type { ChannelReference, ChannelSource } from '#server/video-sources/video-sources.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { cleanFoundLine } from '#shared/text.ts';
import { type Channel, type ChannelForm, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { readChannelAddress } from '../rules.ts';
import { readChannel } from './list-channels.ts';
import { channelWork } from './sync-channels.ts';

/**
 * Adds a channel with the title that its source gives. When the source fails and the id is known, the channel is
 * added with the fault noted, and the first successful sync sets its title.
 */
export async function addChannel(
  outer: Ctx,
  source: ChannelSource,
  { address, ...taught }: ChannelForm,
): Promise<Channel> {
  refuse(may(outer.actor, 'moderate'));
  const { userId } = memberOf(outer.actor);
  const reference = readChannelAddress(address);
  if (!reference) throw new Refusal(videoRefusals.unknownChannel);
  const found = await lookUp(source, reference);

  return inTransaction(outer, async (ctx) => {
    const added = await ctx.db
      .insertInto('videoChannels')
      .values({ ...taught, ...found, listedBy: userId, createdAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Refusal(videoRefusals.channelListed);
    const detail = { title: found.title, sourceId: found.sourceId };
    await recordAct(ctx, { act: 'videos.add-channel', subject: added.id, detail });
    await publishVideosChanged(ctx);
    await putDue(ctx, channelWork, added.id);
    return readChannel(ctx, added.id);
  });
}

async function lookUp(
  source: ChannelSource,
  reference: ChannelReference,
): Promise<{ sourceId: string; title: string; lastError: SourceFault | null }> {
  try {
    const { sourceId, title } = await source.find(reference);
    return { sourceId, title: cleanFoundLine(title, 200) || sourceId, lastError: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.fault === 'not-found') throw new Refusal(videoRefusals.noSuchChannel);
    if (error.fault === 'needs-key') throw new Refusal(videoRefusals.handleNeedsKey);
    if (!('id' in reference)) throw new Refusal(videoRefusals.sourceUnreachable);
    return { sourceId: reference.id, title: reference.id, lastError: error.fault };
  }
}
