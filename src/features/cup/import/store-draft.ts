import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import type { MergedFiles } from './merge-files.ts';

/**
 * Stores the parsed files as a draft board with the position of every row. One statement inserts all rows, because the
 * positions are window functions over all of them; 10,000 rows take a third of a second. Returns the draft's id.
 */
export async function storeDraft(
  { db, now }: Ctx,
  draft: {
    member: Member;
    month: string;
    comparedWith: string | null;
    file: Pick<MergedFiles, 'rows' | 'rejected'>;
  },
): Promise<string> {
  const { rows, rejected } = draft.file;
  const { id } = await db
    .insertInto('cupBoards')
    .values({
      season: `${draft.month}-01`,
      rowCount: rows.length,
      languageCounts: JSON.stringify(countLanguages(rows)),
      rejected: JSON.stringify(rejected),
      comparedWith: draft.comparedWith,
      importedBy: draft.member.userId,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const numbered = rows.map((row, index) => ({ ...row, number: index }));
  await sql`
    insert into duolingo_rankings (
      board_id, full_name, username, email, classroom, language, streak_days, completed_sections,
      total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons,
      other_activities, practice, stories, crazy_pairs, extras, xp_per_minute,
      xp_position, streak_position, xp_position_in_language, streak_position_in_language)
    select
      ${id}, "fullName", username, email, classroom, language, "streakDays", "completedSections",
      "totalSections", "completionPercentage", "practiceDays", "totalExp", "learningTime", lessons,
      "otherActivities", practice, stories, "crazyPairs", extras, "xpPerMinute",
      row_number() over by_xp,
      row_number() over by_streak,
      row_number() over (partition by language order by "totalExp" desc, "streakDays" desc, "fullName", number),
      row_number() over (partition by language order by "streakDays" desc, "totalExp" desc, "fullName", number)
    from json_to_recordset(${JSON.stringify(numbered)}::json) as row (
      number integer, "fullName" text collate "es-x-icu", username text, email text, classroom text,
      language text, "streakDays" integer, "completedSections" integer, "totalSections" integer,
      "completionPercentage" numeric, "practiceDays" integer, "totalExp" integer, "learningTime" text,
      lessons integer, "otherActivities" integer, practice integer, stories integer, "crazyPairs" integer,
      extras jsonb, "xpPerMinute" integer)
    window
      by_xp as (order by "totalExp" desc, "streakDays" desc, "fullName", number),
      by_streak as (order by "streakDays" desc, "totalExp" desc, "fullName", number)`.execute(db);
  return id;
}

function countLanguages(rows: MergedFiles['rows']): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of rows) counts.set(language, (counts.get(language) ?? 0) + 1);
  return Object.fromEntries(counts);
}
