import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import type { MergedFiles } from './merge-files.ts';
import type { ReadRow } from './read-row.ts';

/**
 * Stores the parsed files as a draft board with the position of every row. One statement inserts all rows, because the
 * positions are window functions over all of them. It gets an array for each column, which PostgreSQL reads in half the
 * time of one JSON text; 50,000 rows take two and a half seconds. Returns the draft's id.
 */
export async function storeDraft(
  ctx: Ctx,
  draft: {
    member: Member;
    month: string;
    comparedWith: string | null;
    file: Pick<MergedFiles, 'rows' | 'rejected'>;
  },
): Promise<string> {
  const { db, now } = ctx;
  const { rows, rejected } = draft.file;
  const { id } = await db
    .insertInto('cupBoards')
    .values({
      season: `${draft.month}-01`,
      rowCount: rows.length,
      languageCounts: JSON.stringify(countLanguages(rows)),
      // Without their text: it may hold a name or an address that no later deletion would find.
      rejected: JSON.stringify(rejected.map(({ text: _, ...row }) => row)),
      comparedWith: draft.comparedWith,
      importedBy: draft.member.userId,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const texts = (column: TextColumn) => sql`${rows.map((row) => row[column])}::text[]`;
  const integers = (column: NumberColumn) => sql`${literalOf(rows, column)}::integer[]`;
  await sql`
    with lines as (
      select *, name collate "es-x-icu" as full_name
      from unnest(
        ${texts('fullName')}, ${texts('username')}, ${texts('email')}, ${texts('classroom')}, ${texts('language')},
        ${integers('streakDays')}, ${integers('completedSections')}, ${integers('totalSections')},
        ${literalOf(rows, 'completionPercentage')}::numeric[], ${integers('practiceDays')}, ${integers('totalExp')},
        ${texts('learningTime')}, ${integers('lessons')}, ${integers('otherActivities')}, ${integers('practice')},
        ${integers('stories')}, ${integers('crazyPairs')},
        ${rows.map(({ extras }) => JSON.stringify(extras))}::jsonb[], ${integers('xpPerMinute')}
      ) with ordinality as line (
        name, username, email, classroom, language, streak_days, completed_sections, total_sections,
        completion_percentage, practice_days, total_exp, learning_time, lessons, other_activities, practice, stories,
        crazy_pairs, extras, xp_per_minute, number)
    )
    insert into duolingo_rankings (
      board_id, full_name, username, email, classroom, language, streak_days, completed_sections,
      total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons,
      other_activities, practice, stories, crazy_pairs, extras, xp_per_minute,
      xp_position, streak_position, xp_position_in_language, streak_position_in_language)
    select
      ${id}, full_name, username, email, classroom, language, streak_days, completed_sections,
      total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons,
      other_activities, practice, stories, crazy_pairs, extras, xp_per_minute,
      row_number() over by_xp,
      row_number() over by_streak,
      row_number() over (partition by language order by total_exp desc, streak_days desc, full_name, number),
      row_number() over (partition by language order by streak_days desc, total_exp desc, full_name, number)
    from lines
    window
      by_xp as (order by total_exp desc, streak_days desc, full_name, number),
      by_streak as (order by streak_days desc, total_exp desc, full_name, number)`.execute(db);
  await linkFormerRows(ctx, id);
  return id;
}

/**
 * The row of a person whose former address the file still has is theirs on this board as well. The user name has to be
 * the same: a school gives an address to another student.
 */
async function linkFormerRows({ db }: Ctx, boardId: string): Promise<void> {
  await sql`
    insert into cup_former_rows (row_id, user_id, proved)
    select distinct line.id, former.user_id, true
      from cup_former_rows former
      join duolingo_rankings earlier on earlier.id = former.row_id
      join duolingo_rankings line on line.board_id = ${boardId} and lower(line.username) = lower(earlier.username)
        and lower(line.email) = lower(earlier.email)
      where former.proved and former.user_id is not null and not exists (
        select from users where users.email = lower(line.email) and users.email_verified)`.execute(db);
}

type TextColumn = 'fullName' | 'username' | 'email' | 'classroom' | 'language' | 'learningTime';

type NumberColumn = {
  [Column in keyof ReadRow]: ReadRow[Column] extends number | null ? Column : never;
}[keyof ReadRow];

/** A column's numbers as an array of PostgreSQL, written here: the driver would quote each of them. */
function literalOf(rows: readonly ReadRow[], column: NumberColumn): string {
  return `{${rows.map((row) => row[column] ?? 'NULL').join()}}`;
}

function countLanguages(rows: MergedFiles['rows']): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of rows) counts.set(language, (counts.get(language) ?? 0) + 1);
  return Object.fromEntries(counts);
}
