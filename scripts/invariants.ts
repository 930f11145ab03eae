import { classInvariants } from '#features/classes/class-invariants.ts';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { paymentInvariants } from '#features/payments/payment-invariants.ts';
import { storeInvariants } from '#features/store/store-invariants.ts';
import type { Invariant } from '#server/db/find-broken.ts';

/** What is always true of a community's data, each with the query that finds what says otherwise. */
export const everyInvariant: readonly Invariant[] = [
  ...coinInvariants,
  ...paymentInvariants,
  ...storeInvariants,
  ...classInvariants,
  {
    name: 'everybody has a role and a profile',
    query: `
      select id from users where not exists (select from user_roles where user_id = users.id)
      or not exists (select from profiles where user_id = users.id)`,
  },
  {
    name: 'where there are people, one of them is an administrator',
    query: `
      select 'no administrator' as missing where exists (select from users)
      and not exists (select from user_roles where role = 'admin')`,
  },
  {
    name: 'one cup board is live, once there was one',
    query: `
      select count(*) filter (where status = 'live') as live from cup_boards
      having count(*) filter (where status = 'live') <> 1 and count(*) filter (where status <> 'draft') > 0`,
  },
  {
    name: 'a cup board has the rows it says',
    query: `
      select id, row_count, rows from cup_boards
      cross join lateral (select count(*) as rows from duolingo_rankings where board_id = cup_boards.id) as counted
      where row_count <> rows`,
  },
  {
    name: "a profile's videos and learning time are its views and classes added up",
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
