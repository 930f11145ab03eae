import { sql } from 'kysely';
import { takeBackViews } from '#features/profiles/streak/take-back-views.ts';
import { onlyRow } from '#server/db/only-row.ts';
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
  async erase(ctx, { userId }) {
    const { rows } = await sql<{ videos: number; seconds: number }>`
      with gone as (delete from video_interactions where user_id = ${userId} returning interaction_type, watched_seconds)
      select count(*) filter (where interaction_type = 'view') as videos, coalesce(sum(watched_seconds), 0) as seconds
      from gone`.execute(ctx.db);
    await takeBackViews(ctx, userId, onlyRow(rows));
    await sql`update videos set proposed_by = null where proposed_by = ${userId}`.execute(ctx.db);
  },
};
