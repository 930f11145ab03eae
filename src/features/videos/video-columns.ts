import { type RawBuilder, sql } from 'kysely';
import type { VideoRow } from './contract.ts';

/** A row of `videos` as `playerColumns` reads it: nothing in it is a person's own. */
export type StoredVideo = Omit<VideoRow, 'createdAt' | 'reason' | 'isNew' | 'liked' | 'saved' | 'viewed'> & {
  createdAt: Date;
};

/** What a person did with a video. */
export type Reaction = 'like' | 'save' | 'view' | 'not_interested';

/** A row of `videos` with what a person did with it, as `videoColumns` reads it. */
export type ReactedVideo = StoredVideo & { did: readonly Reaction[] };

/** What a player needs of the table `video`. */
export const playerColumns = sql`video.id, video.title, video.description, video.language, video.level, video.topics,
  video.source, video.source_id, video.source_url, video.thumbnail_url, video.captions_url, video.seconds,
  video.is_sponsored, video.has_subtitles, video.created_at`;

/** `playerColumns` and all that a person did with the video, which is one look into an index. */
export function videoColumns(userId: string): RawBuilder<unknown> {
  return sql`${playerColumns}, array(select distinct interaction_type from video_interactions own
    where own.user_id = ${userId} and own.video_id = video.id) as did`;
}

/** The answer for a video; outside of the feed it has no reason. */
export function toVideoRow(
  { createdAt, ...video }: StoredVideo,
  did: readonly Reaction[],
  { reason, isNew }: Pick<VideoRow, 'reason' | 'isNew'> = { reason: null, isNew: false },
): VideoRow {
  return {
    ...video,
    createdAt: createdAt.toISOString(),
    liked: did.includes('like'),
    saved: did.includes('save'),
    viewed: did.includes('view'),
    reason,
    isNew,
  };
}
