import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { undoMs } from '#features/notifications/delivery/plan-delivery.ts';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import type { ModerationStatus } from '../rules.ts';

export type Decision = {
  from: ModerationStatus;
  to: ModerationStatus;
  reason?: string | undefined;
  isForKids?: boolean | undefined;
};

const acts = { approved: 'approve-video', rejected: 'reject-video', pending: 'reopen-video' } as const;
const notices = { approved: 'approved', rejected: 'rejected', pending: 'reopened' } as const;

/** Decides about the videos that still have the status `from`; records and notifies each. Returns their ids. */
export async function decideVideos(
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
    })
    .where('id', 'in', changed)
    .execute();
  for (const { id, title, proposedBy } of videos) {
    await recordAct(ctx, {
      act: `videos.${acts[to]}`,
      subject: id,
      detail: { title, from, ...(isForKids && { isForKids }) },
      ...(proposedBy && { personId: proposedBy }),
      reason,
    });
    if (proposedBy === null || proposedBy === userId) continue;
    const undone = await withdrawNotices(ctx, {
      from: proposedBy,
      kinds: Object.values(notices).map((kind) => `videos.${kind}`),
      since: new Date(ctx.now.getTime() - undoMs),
      about: id,
    });
    // Undone at once: the letter about the decision has not left, and the video is what the proposer knows it to be.
    if (undone > 0 && (await restoresStatus(ctx, { id, proposedBy }, to))) continue;
    await notify(ctx, {
      to: [proposedBy],
      kind: `videos.${notices[to]}`,
      detail: { title, ...(reason && { reason }) },
      link: '/feed/proposals',
      about: id,
    });
  }
  await publishVideosChanged(
    ctx,
    videos.map(({ proposedBy }) => proposedBy),
  );
  return changed;
}

/** Whether the decision before the one that was just recorded took the video out of this status. */
async function restoresStatus(
  { db }: Ctx,
  { id, proposedBy }: { id: string; proposedBy: string },
  to: ModerationStatus,
): Promise<boolean> {
  const before = await db
    .selectFrom('auditLog')
    .select(sql<string>`detail ->> 'from'`.as('from'))
    .where('personId', '=', proposedBy)
    .where('subject', '=', id)
    .where(
      'act',
      'in',
      Object.values(acts).map((act) => `videos.${act}`),
    )
    .orderBy('id', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  return before?.from === to;
}
