import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { VideoPage, VideoRow } from './contract.ts';
import { shownTo } from './shown-to.ts';
import { type ReactedVideo, toVideoRow, videoColumns } from './video-columns.ts';

const savedPageSize = 24;

const lastSaved = keyset('desc', { 'save.createdAt': 'instant', 'save.videoId': 'uuid' });

/** One video that the feed shows to this member. @throws Refusal notFound for any other id */
export async function readVideo({ db, actor }: Ctx, id: string): Promise<VideoRow> {
  const member = memberOf(actor);
  const { rows } = await sql<ReactedVideo>`
    select ${videoColumns(member.userId)} from videos video
    where video.id = ${id} and ${shownTo(member)}`.execute(db);
  if (!rows[0]) throw new Refusal(commonRefusals.notFound);
  const { did, ...video } = rows[0];
  return toVideoRow(video, did);
}

/** One page of the videos that the student saved and the feed still shows, the last saved first. */
export async function listSavedVideos(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<VideoPage> {
  const member = memberOf(ctx.actor);
  const { userId } = member;
  const { rows } = await sql<Keyed & ReactedVideo>`
    select ${videoColumns(userId)}, ${lastSaved.key}
    from video_interactions save join videos video on video.id = save.video_id
    where save.user_id = ${userId} and save.interaction_type = 'save'
      and ${shownTo(member)}
      and ${lastSaved.after(cursor)}
    order by ${lastSaved.order} limit ${savedPageSize + 1}`.execute(ctx.db);
  return pageOf(rows, savedPageSize, ({ did, ...video }) => toVideoRow(video, did));
}
