import type { Invariant } from '#server/db/find-broken.ts';

/** Checked by tests and by `npm run doctor`. */
export const profileInvariants: readonly Invariant[] = [
  {
    name: 'every user has a profile',
    query: 'select id from users where not exists (select from profiles where user_id = users.id)',
  },
  {
    name: "a profile's videos and learning time are the sums of its views and classes",
    query: `
      select profiles.user_id, total_videos_watched, views, total_learning_seconds, seconds, practised from profiles
      cross join lateral (
        select count(*) as views, coalesce(sum(watched_seconds), 0) as seconds from video_interactions
        where user_id = profiles.user_id and interaction_type = 'view') as watched
      cross join lateral (
        select coalesce(sum(practised_seconds), 0) as practised from class_enrollments
        where user_id = profiles.user_id) as attended
      where total_videos_watched <> views or total_learning_seconds <> seconds + practised`,
  },
  {
    name: "a profile's streak is its practice days in a row, up to the last",
    query: `
      select profiles.user_id, streak_days, last_practice_day, days, last from profiles
      cross join lateral (
        select count(*) as days, max(day) as last from (
          select day, max(day) over () as last, row_number() over (order by day desc) as place
          from practice_days where practice_days.user_id = profiles.user_id
        ) as practised where day = last - (place::integer - 1)) as counted
      where streak_days <> days or last_practice_day is distinct from last`,
  },
];
