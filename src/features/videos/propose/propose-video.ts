import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type Proposal, type ProposalForm, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { readVideoAddress } from '../rules.ts';
import { readProposal } from './list-proposals.ts';
import { refuseKnownVideo } from './refuse-known-video.ts';

/**
 * Stores a proposed video as pending, under its canonical address. A unique constraint allows each video once: a
 * second proposal, also a parallel one, is refused with the status of the first.
 */
export async function proposeVideo(outer: Ctx, { address, ...form }: ProposalForm): Promise<Proposal> {
  refuse(may(outer.actor, 'propose'));
  const { userId } = memberOf(outer.actor);
  const video = readVideoAddress(address);
  if (!video) throw new Refusal(videoRefusals.unknownAddress);

  return inTransaction(outer, async (ctx) => {
    const added = await ctx.db
      .insertInto('videos')
      .values({ ...form, ...video, proposedBy: userId, createdAt: ctx.now, updatedAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) {
      await refuseKnownVideo(ctx, video);
      throw new Refusal(videoRefusals.alreadyPending);
    }
    await publishVideosChanged(ctx, [userId]);
    return readProposal(ctx, added.id);
  });
}
