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
];
