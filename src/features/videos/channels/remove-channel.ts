import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';

/** Removes a channel. Its videos stay, with any moderation status. */
export async function removeChannel(outer: Ctx, id: string): Promise<{ removed: true }> {
  refuse(may(outer.actor, 'moderate'));
  return inTransaction(outer, async (ctx) => {
    const channel = await ctx.db
      .deleteFrom('videoChannels')
      .where('id', '=', id)
      .returning(['title', 'sourceId'])
      .executeTakeFirst();
    if (!channel) throw new Refusal(commonRefusals.notFound);
    await recordAct(ctx, { act: 'videos.remove-channel', subject: id, detail: channel });
    await publishVideosChanged(ctx);
    return { removed: true };
  });
}
