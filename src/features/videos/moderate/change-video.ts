import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type ModerationRow, type VideoChange, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { describesAgain, whyNotForKids } from '../rules.ts';
import { readModerated } from './list-moderation.ts';

/**
 * Changes the fields of a video, activates or deactivates it, marks it as sponsored or for kids. A field that keeps its
 * value is no change and records no act. If two administrators describe it at the same time, one is told. Only an
 * approved video without a sponsor is for kids. Activating one that a check of its presence hid is an administrator's
 * word against the source's: it counts from nothing again.
 */
export async function changeVideo(
  outer: Ctx,
  { id, change: { version, ...change } }: { id: string; change: VideoChange },
): Promise<ModerationRow> {
  refuse(may(outer.actor, 'moderate'));
  return inTransaction(outer, async (ctx) => {
    const video = await ctx.db
      .selectFrom('videos')
      .select([
        'title',
        'description',
        'language',
        'level',
        'topics',
        'isActive',
        'isSponsored',
        'isForKids',
        'moderationStatus',
        'proposedBy',
        'version',
      ])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!video) throw new Refusal(commonRefusals.notFound);
    const { proposedBy, moderationStatus, version: last, ...before } = video;
    const isDescribed = describesAgain(change);
    if (isDescribed && version !== last) throw new Refusal(videoRefusals.changedMeanwhile);
    const after = { moderationStatus, ...before, ...change };
    const whyNot = after.isForKids ? whyNotForKids(after) : null;
    if (whyNot) throw new Refusal(videoRefusals[whyNot]);
    const detail = differences(before, change);
    if (Object.keys(detail).length === 0) return readModerated(ctx, id);
    await ctx.db
      .updateTable('videos')
      .set({
        ...change,
        ...(isDescribed && { version: last + 1 }),
        ...(change.isActive && { goneAt: null, goneAs: null, goneCount: 0 }),
      })
      .where('id', '=', id)
      .execute();
    await recordAct(ctx, {
      act: 'videos.change-video',
      subject: id,
      detail: { of: before.title, ...detail },
      ...(proposedBy && { personId: proposedBy }),
    });
    await publishVideosChanged(ctx, [proposedBy]);
    return readModerated(ctx, id);
  });
}

/** The fields that a change would alter: `{ level: { from: 'basic', to: 'advanced' } }`. */
function differences(before: Record<string, unknown>, change: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(change)
      .filter(([key, to]) => JSON.stringify(before[key]) !== JSON.stringify(to))
      .map(([key, to]) => [key, { from: before[key], to }]),
  );
}
