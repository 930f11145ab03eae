import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import type { LinkSource } from '#server/video-sources/video-sources.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { utcDay } from '#shared/time/calendar-days.ts';
import { dayMs } from '#shared/time/durations.ts';
import { type Proposal, type ProposalForm, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { findProposedVideo } from './find-proposed-video.ts';
import { readProposal } from './list-proposals.ts';
import { refuseKnownVideo } from './refuse-known-video.ts';

/** For each person, so that the queue of the moderators cannot be flooded. */
export const proposalLimit = { max: 30, windowMs: dayMs };

/**
 * Stores a proposed video as pending, under its canonical address. A unique constraint allows each video once: a
 * second proposal, also a parallel one, is refused with the status of the first.
 * @throws Refusal signInFirst, notAllowed, unknownAddress, shortLink, tooMany, a refusal of a known video
 */
export async function proposeVideo(
  outer: Ctx,
  links: LinkSource,
  { address, ...form }: ProposalForm,
): Promise<Proposal> {
  refuse(may(outer.actor, 'propose'));
  const { userId } = memberOf(outer.actor);
  const video = await findProposedVideo(outer, links, address);
  // A count of each day (UTC), as that of reports.
  await countAttempt(outer, `video-proposals|${userId}|${utcDay(outer.now)}`, proposalLimit);
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const added = await ctx.db
      .insertInto('videos')
      .values({ ...form, ...video, proposedBy: userId, createdAt: ctx.now })
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
