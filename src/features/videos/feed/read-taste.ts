import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Member } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { Topic } from '#shared/topics.ts';
import { type Scores, tasteIn, tiredChannelsIn } from './find-taste.ts';
import type { FeedMix, Taste } from './merge-lanes.ts';

/** The latest reactions count; older ones no longer say what a student likes. */
const reactionsThatCount = 200;

/** What ranks the feed of a student: their profile, their latest reactions and the settings of the feed. */
export async function readTaste(
  { db }: Ctx,
  { userId, languages }: Member,
): Promise<{ taste: Taste; mix: FeedMix }> {
  const { rows } = await sql<
    FeedMix & {
      level: Level | null;
      goals: string[] | null;
      topics: Scores<Topic>;
      channels: Scores;
    }
  >`
    with reaction as (
      select video_id, case interaction_type when 'not_interested' then -1 else 1 end as score
      from video_interactions where user_id = ${userId} and interaction_type <> 'view'
      order by created_at desc limit ${reactionsThatCount}),
    rated as (select score, topics, channel_id from reaction join videos on videos.id = video_id)
    select level, goals, discovery_percent, topics_percent, new_days,
      (select coalesce(jsonb_agg(each), '[]') from (
        select topic as key, sum(score) as score from rated cross join unnest(topics) topic group by topic) each) as topics,
      (select coalesce(jsonb_agg(each), '[]') from (
        select channel_id as key, sum(score) as score from rated where channel_id is not null group by channel_id) each) as channels
    from feed_settings left join profiles on user_id = ${userId}`.execute(db);
  const { level, goals, topics, channels, ...mix } = onlyRow(rows);
  const taste = {
    languages: languageCodes.filter((code) => languages.includes(code)),
    level,
    ...tasteIn(goals ?? [], topics),
    tiredChannels: tiredChannelsIn(channels),
  };
  return { taste, mix };
}
