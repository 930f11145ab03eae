import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const videoData: OwnData = {
  parts: [
    {
      name: 'videos',
      by: ['video_interactions.user_id'],
      rows: (userId) => sql`
        select concat_ws(' ', video_interactions.created_at at time zone 'UTC', interaction_type, video_id, day) as key,
          interaction_type, title, source, source_url, day, watched_seconds, video_interactions.created_at
        from video_interactions join videos on videos.id = video_id where user_id = ${userId}`,
    },
    {
      name: 'proposals',
      by: ['videos.proposed_by'],
      rows: (userId) => sql`
        select id::text as key, title, source, source_url, moderation_status, moderated_at, moderation_reason, created_at
        from videos where proposed_by = ${userId}`,
    },
  ],
};
