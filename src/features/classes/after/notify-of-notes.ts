import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { learnersAddress } from '../rules.ts';

/**
 * Tells students who are marked as present that a class has notes, each once: when the notes are written, when the roll
 * is closed after that, or when a mark is corrected. Not told are those of another age group by now, who do not read
 * them. Returns those who were told now. `coins` are what the closing gave each of them. The caller has locked the
 * class.
 */
export async function notifyOfNotes(
  ctx: Ctx,
  {
    classId,
    title,
    coins = {},
  }: { classId: string; title: string; coins?: Readonly<Record<string, number>> },
  present: readonly string[],
): Promise<string[]> {
  if (present.length === 0 || !(await hasNotes(ctx, classId))) return [];
  const once = `classes.notes-written ${classId}`;
  const notices = await ctx.db
    .selectFrom('notifications')
    .select('userId')
    .where('once', '=', once)
    .where(sql<boolean>`user_id = any(${present}::uuid[])`)
    .execute();
  const notified = new Set(notices.map(({ userId }) => userId));
  const ofItsAge = await ctx.db
    .selectFrom('profiles')
    .innerJoin('classes', 'classes.targetAudience', 'profiles.ageGroup')
    .select('profiles.userId')
    .where('classes.id', '=', classId)
    .where(sql<boolean>`profiles.user_id = any(${present}::uuid[])`)
    .execute();
  const readers = new Set(ofItsAge.map(({ userId }) => userId));
  const to = present.filter((userId) => readers.has(userId) && !notified.has(userId));
  await notify(ctx, {
    to,
    kind: 'classes.notes-written',
    detail: { title, ...coins },
    link: learnersAddress(classId),
    about: classId,
    once,
  });
  return to;
}

async function hasNotes({ db }: Ctx, classId: string): Promise<boolean> {
  const row = await db
    .selectFrom('classNotes')
    .select(['notes', 'phrases'])
    .where('hiddenAt', 'is', null)
    .where('classId', '=', classId)
    .executeTakeFirst();
  return row !== undefined && isSomething(row);
}

/** Whether a student finds anything to read: notes that an organiser emptied are kept, with nothing in them. */
export function isSomething({ notes, phrases }: { notes: string | null; phrases: unknown }): boolean {
  return notes !== null || (Array.isArray(phrases) && phrases.length > 0);
}
