import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { ModerationRow, VideoChange } from '../contract.ts';
import { may } from '../permissions.ts';
import { tellVideosChanged } from '../tell-videos-changed.ts';
import { readModerated } from './read-moderation.ts';

/**
 * Changes the fields of a video, activates or deactivates it, marks it as sponsored or for kids. A field that keeps
 * its value is no change and records no act.
 */
export async function changeVideo(
  outer: Ctx,
  { id, change }: { id: string; change: VideoChange },
): Promise<ModerationRow> {
  const refusal = may(outer.actor, 'moderate');
  if (refusal) throw new Refusal(refusal);
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
        'proposedBy',
      ])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!video) throw new Refusal(commonRefusals.notFound);
    const { proposedBy, ...known } = video;
    const detail = differences(known, change);
    if (Object.keys(detail).length === 0) return readModerated(ctx, id);
    await ctx.db
      .updateTable('videos')
      .set({ ...change, updatedAt: ctx.now })
      .where('id', '=', id)
      .execute();
    await recordAct(ctx, {
      act: 'videos.change-video',
      subject: id,
      detail: { of: known.title, ...detail },
      ...(proposedBy && { personId: proposedBy }),
    });
    await tellVideosChanged(ctx, [proposedBy]);
    return readModerated(ctx, id);
  });
}

/** The fields that a change would alter: `{ level: { from: 'basic', to: 'advanced' } }`. */
function differences(known: Record<string, unknown>, change: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(change)
      .filter(([key, to]) => JSON.stringify(known[key]) !== JSON.stringify(to))
      .map(([key, to]) => [key, { from: known[key], to }]),
  );
}
