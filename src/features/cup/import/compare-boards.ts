import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { ChangedRows } from '../contract.ts';

export type BoardChanges = { added: number; removed: number; changed: number; unchanged: number };

const examplesOfEach = 5;

/**
 * Counts the rows that a new board adds, removes and changes compared with another (null: none), with the best
 * positions of each as examples. Rows match by user name and language; duplicates match in the order of the board.
 */
export async function compareBoards(
  { db }: Ctx,
  draft: string,
  live: string | null,
): Promise<{ changes: BoardChanges; examples: ChangedRows }> {
  const { rows } = await sql<BoardChanges & { examples: ChangedRows }>`
    with numbered as (
      select *, row_number() over (partition by board_id, lower(username), language order by xp_position) as nth
      from duolingo_rankings where board_id in (${draft}, ${live})
    ), paired as (
      select coalesce(new.full_name, old.full_name) as name, coalesce(new.username, old.username) as username,
        coalesce(new.language, old.language) as language, coalesce(new.xp_position, old.xp_position) as position,
        old.total_exp as before, coalesce(new.total_exp, old.total_exp) as total_exp,
        case
          when old.id is null then 'added'
          when new.id is null then 'removed'
          when (new.full_name, new.email, new.classroom, new.streak_days, new.completed_sections,
            new.total_sections, new.completion_percentage, new.practice_days, new.total_exp, new.learning_time,
            new.xp_per_minute, new.lessons, new.other_activities, new.practice, new.stories, new.crazy_pairs, new.extras)
            is not distinct from
            (old.full_name, old.email, old.classroom, old.streak_days, old.completed_sections,
            old.total_sections, old.completion_percentage, old.practice_days, old.total_exp, old.learning_time,
            old.xp_per_minute, old.lessons, old.other_activities, old.practice, old.stories, old.crazy_pairs, old.extras)
          then 'unchanged' else 'changed'
        end as kind
      from (select * from numbered where board_id = ${draft}) new
      full join (select * from numbered where board_id = ${live}) old
        on lower(new.username) = lower(old.username) and new.language = old.language and new.nth = old.nth
    ), placed as (
      select *, row_number() over (partition by kind order by position) as nth_of_kind from paired
      where kind <> 'unchanged'
    ), named as (
      select kind, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', name, 'username', username,
        'language', language, 'totalExp', total_exp,
        'before', case when kind = 'changed' then before end)) order by position) as few
      from placed where nth_of_kind <= ${examplesOfEach} group by kind
    )
    select
      count(*) filter (where kind = 'added') as added,
      count(*) filter (where kind = 'removed') as removed,
      count(*) filter (where kind = 'changed') as changed,
      count(*) filter (where kind = 'unchanged') as unchanged,
      (select jsonb_build_object('added', '[]'::jsonb, 'removed', '[]'::jsonb, 'changed', '[]'::jsonb)
        || coalesce(jsonb_object_agg(named.kind, few), '{}') from named) as examples
    from paired`.execute(db);
  const { examples, ...changes } = onlyRow(rows);
  return { changes, examples };
}
