import { type RawBuilder, sql } from 'kysely';
import type { VideoRow } from './contract.ts';

/** A row of `videos` as `videoColumns` reads it. */
export type StoredVideo = Omit<VideoRow, 'createdAt' | 'reason' | 'isNew'> & { createdAt: Date };

/** What a player needs of the table `video`, with the reactions of a person. */
export function videoColumns(userId: string): RawBuilder<unknown> {
  const did = (what: string) => sql`exists (select from video_interactions did
    where did.user_id = ${userId} and did.video_id = video.id and did.interaction_type = ${what})`;
  return sql`video.id, video.title, video.description, video.language, video.level, video.topics, video.source,
    video.source_id, video.source_url, video.thumbnail_url, video.captions_url, video.seconds, video.is_sponsored,
    video.has_subtitles, video.created_at, ${did('like')} as liked, ${did('save')} as saved, ${did('view')} as viewed`;
}

/** The answer for a video; outside of the feed it has no reason. */
export function toVideoRow(
  { createdAt, ...row }: StoredVideo,
  { reason, isNew }: Pick<VideoRow, 'reason' | 'isNew'> = { reason: null, isNew: false },
): VideoRow {
  return { ...row, createdAt: createdAt.toISOString(), reason, isNew };
}
