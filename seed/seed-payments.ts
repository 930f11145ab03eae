import { Temporal } from 'temporal-polyfill';
import type { Ctx } from '#server/ctx.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import type { People } from './seed-people.ts';

/** The number of students who bought a seat in a class that their tier does not include. */
const singleSeats = 8;
/**
 * Inserts eight single seats of this month and their payments, of which the teachers get 70 %. With the plans of the
 * month they add up to 324 dollars. They are recorded by hand, as in a community that takes bank transfers.
 */
export async function seedSingleSeats(ctx: Ctx, people: People): Promise<void> {
  const open = await ctx.db
    .selectFrom('classes')
    .select(['id', 'title', 'language', 'createdBy', 'priceCents', 'seatsTaken', 'maxStudents'])
    .where('startsAt', '>', ctx.now)
    .where('kind', '=', 'class')
    .where('requiredTier', '<>', 'free')
    .where('targetAudience', '=', 'adult')
    .orderBy('startsAt')
    .execute();
  let bought = 0;
  for (const liveClass of open) {
    let left = Math.min(2, liveClass.maxStudents - liveClass.seatsTaken - 1);
    for (const userId of await freeLearnersOf(ctx, liveClass)) {
      if (left <= 0 || bought === singleSeats) break;
      const cents = liveClass.priceCents ?? 300;
      const teacherShareCents = Math.floor(cents * 0.7);
      const { id: paymentId } = await ctx.db
        .insertInto('payments')
        .values({
          ...recordedBy(people.admin, dayIn(ctx.now, 0, (bought + 1) / (singleSeats + 1)), bought),
          userId,
          kind: 'single',
          classId: liveClass.id,
          title: liveClass.title,
          teacherId: liveClass.createdBy,
          amountCents: cents,
          teacherShareCents,
          platformShareCents: cents - teacherShareCents,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ctx.db
        .insertInto('classEnrollments')
        .values({ classId: liveClass.id, userId, paymentId })
        .execute();
      bought += 1;
      left -= 1;
    }
  }
  if (bought < singleSeats) throw new Error(`the demo sold ${bought} single seats instead of ${singleSeats}`);
}

async function freeLearnersOf({ db }: Ctx, { id, language }: { id: string; language: LanguageCode | null }) {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('userRoles', 'userRoles.userId', 'profiles.userId')
    .leftJoin('userMemberships', 'userMemberships.userId', 'profiles.userId')
    .leftJoin('classEnrollments', (join) =>
      join.onRef('classEnrollments.userId', '=', 'profiles.userId').on('classEnrollments.classId', '=', id),
    )
    .select(['profiles.userId', 'profiles.languages'])
    .where('userRoles.role', '=', 'student')
    .where('profiles.ageGroup', '=', 'adult')
    .where('userMemberships.userId', 'is', null)
    .where('classEnrollments.userId', 'is', null)
    .orderBy('profiles.userId')
    .execute();
  return rows
    .filter(({ languages }) => language === null || languages.includes(language))
    .map(({ userId }) => userId);
}

/** What a payment by hand has in common with others: an administrator recorded it on the day it came. */
export function recordedBy(admin: string, at: Date, nth: number) {
  return {
    method: nth % 3 === 0 ? ('cash' as const) : ('transfer' as const),
    provider: 'manual' as const,
    status: 'completed' as const,
    recordedBy: admin,
    createdAt: at,
    completedAt: at,
  };
}

/** An instant in the month `back` months ago in Mexico City; in this month, one that has passed. */
export function dayIn(now: Date, back: number, share: number): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(mexicoCity);
  const start = here.with({ day: 1 }).startOfDay().subtract({ months: back });
  const end = back === 0 ? here : start.add({ months: 1 });
  const length = end.epochMilliseconds - start.epochMilliseconds;
  return new Date(start.epochMilliseconds + Math.floor(length * share * 0.98));
}
