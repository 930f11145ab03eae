import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { Channel, ChannelChange } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { readChannel } from './list-channels.ts';
import { channelWork } from './sync-channels.ts';

/** Pauses or resumes a channel, or sets what its next videos teach. Videos that it already brought do not change. */
export async function changeChannel(
  outer: Ctx,
  { id, change }: { id: string; change: ChannelChange },
): Promise<Channel> {
  refuse(may(outer.actor, 'moderate'));
  return inTransaction(outer, async (ctx) => {
    const channel = await ctx.db
      .selectFrom('videoChannels')
      .select(['title', 'isActive'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!channel) throw new Refusal(commonRefusals.notFound);
    if (Object.keys(change).length === 0) return readChannel(ctx, id);
    await ctx.db.updateTable('videoChannels').set(change).where('id', '=', id).execute();
    const detail = { title: channel.title, ...change };
    await recordAct(ctx, { act: 'videos.change-channel', subject: id, detail });
    await publishVideosChanged(ctx);
    if (change.isActive && !channel.isActive) await putDue(ctx, channelWork, id);
    return readChannel(ctx, id);
  });
}
