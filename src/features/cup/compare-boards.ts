import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

export type BoardChanges = { added: number; removed: number; changed: number; unchanged: number };

/**
 * Counts what one board would change of another (null: of none). A line is the same line when username and
 * language agree; somebody who stands there twice is matched in the order of the board.
 */
export async function compareBoards({ db }: Ctx, draft: string, live: string | null): Promise<BoardChanges> {
  const { rows } = await sql<BoardChanges>`
    with numbered as (
      select *, row_number() over (partition by board_id, lower(username), language order by xp_place) as nth
      from duolingo_rankings where board_id in (${draft}, ${live})
    ), paired as (
      select new.id as new_id, old.id as old_id,
        (new.full_name, new.email, new.classroom, new.streak_days, new.completed_sections, new.total_sections,
          new.completion_percentage, new.practice_days, new.total_exp, new.learning_time, new.lessons,
          new.other_activities, new.practice, new.stories, new.crazy_pairs, new.extras)
        is not distinct from
        (old.full_name, old.email, old.classroom, old.streak_days, old.completed_sections, old.total_sections,
          old.completion_percentage, old.practice_days, old.total_exp, old.learning_time, old.lessons,
          old.other_activities, old.practice, old.stories, old.crazy_pairs, old.extras) as same
      from (select * from numbered where board_id = ${draft}) new
      full join (select * from numbered where board_id = ${live}) old
        on lower(new.username) = lower(old.username) and new.language = old.language and new.nth = old.nth
    )
    select
      count(*) filter (where old_id is null) as added,
      count(*) filter (where new_id is null) as removed,
      count(*) filter (where new_id is not null and old_id is not null and not same) as changed,
      count(*) filter (where new_id is not null and old_id is not null and same) as unchanged
    from paired`.execute(db);
  return rows[0] ?? { added: 0, removed: 0, changed: 0, unchanged: 0 };
}
