import { Temporal } from 'temporal-polyfill';
import type { Ctx } from '#server/ctx.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { bogota } from '#shared/time/zones.ts';
import { type PastClass, pastClasses } from './past-classes.ts';
import type { People } from './seed-people.ts';

/** A class that a student attended, from which their coins and their learning time follow. */
export type Attended = {
  userId: string;
  classId: string;
  title: string;
  /** When its roll was closed, which paid it. */
  closedAt: Date;
  day: string;
  seconds: number;
};

const seconds = 3600;

/** Inserts the classes of the last four weeks with attendance and reviews. Returns who attended which class. */
export async function seedHistory(ctx: Ctx, people: People): Promise<Attended[]> {
  const attended: Attended[] = [];
  for (const [at, past] of pastClasses.entries()) {
    const teacher = people.idOf(past.teacher);
    const day = dayBefore(ctx.now, past.daysAgo);
    const startsAt = instantAt({ date: day, time: past.time, zone: bogota });
    if (!startsAt) throw new Error(`the past class "${past.title}" cannot have been`);
    const markedAt = new Date(startsAt.getTime() + seconds * 1000);
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
        rollClosedAt: markedAt,
        rollClosedBy: teacher,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const learners = await learnersOf(ctx, past, { startsAt, at });
    await ctx.db
      .insertInto('classEnrollments')
      .values(
        learners.map((userId, seat) => ({
          classId,
          userId,
          attended: seat >= past.absent,
          practisedSeconds: seat >= past.absent ? seconds : null,
          practisedOn: seat >= past.absent ? day : null,
          markedAt,
          markedBy: teacher,
        })),
      )
      .execute();
    if (past.kind === 'club') {
      await insertAbsences(ctx, classId, { absent: learners.slice(0, past.absent), markedAt, at });
    }
    const there = learners.slice(past.absent);
    for (const userId of there) {
      attended.push({ userId, classId, title: past.title, closedAt: markedAt, day, seconds });
    }
    await review(ctx, past, { classId, teacher, there, after: markedAt });
  }
  return attended;
}

/** The students who learn the language, rotated by `turn`, so that classes have different students. */
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

/** Every other club was missed because of a power cut, which is excused. */
async function insertAbsences(
  { db }: Ctx,
  classId: string,
  { absent, markedAt, at }: { absent: string[]; markedAt: Date; at: number },
): Promise<void> {
  if (absent.length === 0) return;
  const wasPower = at % 2 === 0;
  await db
    .insertInto('classAbsences')
    .values(
      absent.map((userId) => ({
        classId,
        userId,
        how: 'missed' as const,
        recordedAt: markedAt,
        ...(wasPower && { reason: 'power' as const, reasonFrom: 'student' as const, excusedAt: markedAt }),
      })),
    )
    .execute();
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
        // Reviews come from the last students, so that the first ones can still review a class.
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
