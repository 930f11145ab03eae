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
    name: "a profile's streak is its practice days in a row, up to the last, joined by kept days",
    query: `
      select profiles.user_id, streak_days, last_practice_day, days, last from profiles
      cross join lateral current_streak(profiles.user_id)
      where streak_days <> days or last_practice_day is distinct from last`,
  },
  {
    name: 'a used shield kept its day, and each day that a shield kept used one',
    query: `
      select user_id, day from kept_days where kept_by = 'shield' and not exists (
        select from streak_shields where user_id = kept_days.user_id and used_on = day)
      union all select user_id, used_on from streak_shields where used_on is not null and not exists (
        select from kept_days where user_id = streak_shields.user_id and day = used_on and kept_by = 'shield')`,
  },
];
