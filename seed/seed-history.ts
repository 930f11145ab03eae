import { Temporal } from 'temporal-polyfill';
import type { Ctx } from '#server/ctx.ts';
import { instantAt } from '#shared/wall-clock.ts';
import { bogota } from '#shared/zones.ts';
import { type PastClass, pastClasses } from './past-classes.ts';
import type { People } from './seed-people.ts';

/** A class that somebody was at: what their ledger and their totals owe to it. */
export type Attended = { userId: string; classId: string; title: string; daysAgo: number; seconds: number };

const seconds = 3600;

/** The classes of the last four weeks, their rolls and what people said of them. Answers who was where. */
export async function seedHistory(ctx: Ctx, people: People): Promise<Attended[]> {
  const attended: Attended[] = [];
  for (const [at, past] of pastClasses.entries()) {
    const teacher = people.byName.get(past.teacher);
    const startsAt = instantAt({ date: dayBefore(ctx.now, past.daysAgo), time: past.time, zone: bogota });
    if (!teacher || !startsAt) throw new Error(`the past class "${past.title}" cannot have been`);
    const { id: classId } = await ctx.db
      .insertInto('classes')
      .values({
        kind: past.kind,
        title: past.title,
        description: past.description,
        startsAt,
        createdBy: teacher,
        language: past.language,
        maxStudents: 12,
        status: 'done',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const learners = await learnersOf(ctx, past, { startsAt, at });
    const markedAt = new Date(startsAt.getTime() + seconds * 1000);
    await ctx.db
      .insertInto('classEnrollments')
      .values(
        learners.map((userId, seat) => ({
          classId,
          userId,
          attended: seat >= past.absent,
          practisedSeconds: seat >= past.absent ? seconds : null,
          markedAt,
          markedBy: teacher,
        })),
      )
      .execute();
    const there = learners.slice(past.absent);
    for (const userId of there) {
      attended.push({ userId, classId, title: past.title, daysAgo: past.daysAgo, seconds });
    }
    await review(ctx, past, { classId, teacher, there, after: markedAt });
  }
  return attended;
}

/** Whoever learns the language, beginning elsewhere each time, so that it is not always the same people. */
async function learnersOf(
  { db }: Ctx,
  { language, seats }: PastClass,
  { startsAt, at }: { startsAt: Date; at: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .innerJoin('userRoles', 'userRoles.userId', 'profiles.userId')
    .select(['profiles.userId', 'profiles.languages'])
    .where('userRoles.role', '=', 'student')
    .where('profiles.ageGroup', '=', 'adult')
    .where('users.createdAt', '<', startsAt)
    .orderBy('users.createdAt')
    .execute();
  const learners = rows.filter(({ languages }) => languages.includes(language)).map(({ userId }) => userId);
  return Array.from({ length: seats }, (_, seat) => learners[(at * 5 + seat) % learners.length] ?? '');
}

async function review(
  { db }: Ctx,
  { reviews = [] }: PastClass,
  { classId, teacher, there, after }: { classId: string; teacher: string; there: string[]; after: Date },
): Promise<void> {
  for (const [at, { rating, words, mayQuote = false }] of reviews.entries()) {
    await db
      .insertInto('classReviews')
      .values({
        classId,
        // The last ones, so that the first learners still have a class to rate.
        userId: there.at(-1 - at) ?? '',
        teacherId: teacher,
        rating,
        words,
        mayQuote,
        createdAt: new Date(after.getTime() + (at + 1) * 900_000),
      })
      .execute();
  }
}

function dayBefore(now: Date, days: number): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(bogota)
    .toPlainDate()
    .subtract({ days })
    .toString();
}
