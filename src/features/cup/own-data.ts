import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';
import { eraseFromCup } from './erase-from-cup.ts';

export const cupData: OwnData = {
  parts: [
    {
      name: 'cup-claims',
      by: ['cup_claims.user_id'],
      rows: (userId) => sql`
        select id::text as key, case when typed or status = 'confirmed' then username end as username, status,
          created_at, decided_at
        from cup_claims where user_id = ${userId}`,
    },
    {
      name: 'cup-rows',
      // A row with a former address that was only typed is left out: it may be another person's.
      by: ['cup_lines.owner_id', 'cup_former_rows.user_id'],
      rows: (userId) => sql`
        select line.id::text as key, season, full_name, username, email, classroom, language, streak_days,
          completed_sections, total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons,
          other_activities, practice, stories, crazy_pairs, extras, xp_position, xp_position_in_language
        from cup_lines line join cup_boards on cup_boards.id = board_id
        where owner_id = ${userId} or (owner_id is null and line.id in (
          select row_id from cup_former_rows where user_id = ${userId} and proved))`,
    },
    {
      name: 'cup-prizes',
      by: ['cup_prizes.user_id'],
      rows: (userId) => sql`
        select id::text as key, season, language, place, coins, status, settled_at
        from cup_prizes where user_id = ${userId}`,
    },
    {
      name: 'cup-alias',
      by: ['cup_aliases.user_id'],
      rows: (userId) =>
        sql`select 'alias' as key, true as shown_under_an_alias from cup_aliases where user_id = ${userId}`,
    },
  ],
  erase: eraseFromCup,
};
