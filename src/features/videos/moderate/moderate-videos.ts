import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type ModerationRow, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import type { ModerationStatus } from '../rules.ts';
import { readModerated } from './list-moderation.ts';

type Decision = {
  from: ModerationStatus;
  to: ModerationStatus;
  reason?: string | undefined;
  isForKids?: boolean | undefined;
};

/**
 * Approves a video, rejects it, or makes it pending again. `from` is the status that the administrator saw: of two
 * parallel decisions the second is refused and changes nothing. An approval says whether the video is for kids; every
 * other decision takes that mark away.
 */
export async function moderateVideo(
  outer: Ctx,
  { id, ...decision }: Decision & { id: string },
): Promise<ModerationRow> {
  return inTransaction(outer, async (ctx) => {
    const changed = await decide(ctx, [id], decision);
    if (changed.length === 0) throw new Refusal(await whyNot(ctx, id));
    return readModerated(ctx, id);
  });
}

/** Decides about many videos in one transaction; skips those whose status has changed meanwhile. */
export async function moderateVideos(
  outer: Ctx,
  { ids, ...decision }: Decision & { ids: readonly string[] },
): Promise<{ changed: string[] }> {
  return inTransaction(outer, async (ctx) => ({ changed: await decide(ctx, ids, decision) }));
}

const acts = { approved: 'approve-video', rejected: 'reject-video', pending: 'reopen-video' } as const;
const notices = { approved: 'approved', rejected: 'rejected', pending: 'reopened' } as const;

/** Decides about the videos that still have the status `from`; records and notifies each. Returns their ids. */
async function decide(
  ctx: Ctx,
  ids: readonly string[],
  { from, to, reason, isForKids = false }: Decision,
): Promise<string[]> {
  refuse(may(ctx.actor, 'moderate'));
  const { userId } = memberOf(ctx.actor);
  const videos = await ctx.db
    .selectFrom('videos')
    .select(['id', 'title', 'proposedBy', 'isSponsored'])
    .where('id', 'in', [...ids])
    .where('moderationStatus', '=', from)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (videos.length === 0 || from === to) return [];
  if (isForKids && videos.some(({ isSponsored }) => isSponsored)) {
    throw new Refusal(videoRefusals.noSponsorsForKids);
  }
  const changed = videos.map(({ id }) => id);
  const decided = to !== 'pending';
  await ctx.db
    .updateTable('videos')
    .set({
      moderationStatus: to,
      isForKids: to === 'approved' && isForKids,
      moderatedBy: decided ? userId : null,
      moderatedAt: decided ? ctx.now : null,
      moderationReason: reason ?? null,
      updatedAt: ctx.now,
    })
    .where('id', 'in', changed)
    .execute();
  for (const { id, title, proposedBy } of videos) {
    await recordAct(ctx, {
      act: `videos.${acts[to]}`,
      subject: id,
      detail: { title, from, ...(isForKids && { isForKids }) },
      ...(proposedBy && { personId: proposedBy }),
      ...(reason && { reason }),
    });
    if (proposedBy === null || proposedBy === userId) continue;
    const detail = { title, ...(reason && { reason }) };
    await notify(ctx, { to: [proposedBy], kind: `videos.${notices[to]}`, detail, link: '/feed/proposals' });
  }
  await publishVideosChanged(
    ctx,
    videos.map(({ proposedBy }) => proposedBy),
  );
  return changed;
}

async function whyNot({ db }: Ctx, id: string) {
  const there = await db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst();
  return there ? videoRefusals.decidedMeanwhile : commonRefusals.notFound;
}
