import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Tier } from '#shared/actor.ts';
import { dayMs } from '#shared/time/durations.ts';
import { demoAddresses, demoStudent } from './seed-classes.ts';

/** The club of each day in which the student of the demo has a seat: the next one is at most a day away. */
const ownClub = 'English Coffee';

/**
 * Gives the student of the demo a seat in the next club or class that they may enter, so that their first page has a
 * next class. They have had it for two days, so the server reminds them of it as it starts. Answers when it begins,
 * null where there is none.
 */
export async function seedOwnSeat(ctx: Ctx, kind: 'class' | 'club'): Promise<Date | null> {
  const { db, now } = ctx;
  const student = await findDemoStudent(ctx);
  if (!student) return null;
  const next = await db
    .selectFrom('classes')
    .innerJoin('users', 'users.id', 'classes.createdBy')
    .select(['classes.id', 'startsAt'])
    .where('kind', '=', kind)
    .where('status', '=', 'scheduled')
    .where('startsAt', '>', now)
    .whereRef('seatsTaken', '<', 'maxStudents')
    .where('targetAudience', '=', 'adult')
    .where('language', 'in', student.languages)
    .where('requiredTier', 'in', student.tiers)
    .where('users.email', 'like', demoAddresses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classEnrollments')
            .select('userId')
            .whereRef('classId', '=', 'classes.id')
            .where('userId', '=', student.id),
        ),
      ),
    )
    // A seat that is free because students wait for it is not theirs to take.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('classWaiting').select('turn').whereRef('classId', '=', 'classes.id'))),
    )
    .orderBy(({ eb }) => eb('classes.title', '=', ownClub), 'desc')
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  if (!next) return null;
  const before = new Date(now.getTime() - 2 * dayMs);
  await db
    .updateTable('classes')
    .set({ createdAt: sql`least(created_at, ${before})` })
    .where('id', '=', next.id)
    .execute();
  const seat = { classId: next.id, userId: student.id, enrolledAt: before };
  await db.insertInto('classEnrollments').values(seat).execute();
  // A server that ran meanwhile may have reminded the others already. Each person is reminded once.
  const reminderAt = new Date(next.startsAt.getTime() - dayMs);
  await sql`select put_due('remind-of-class', ${next.id}::text, ${reminderAt}::timestamptz)`.execute(db);
  return next.startsAt;
}

const tiers: readonly Tier[] = ['free', 'basic', 'premium', 'vip'];

/** The student whose sign-in the demo offers; null after a visitor made another of them who may take no seat. */
export async function findDemoStudent({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const found = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.id', 'profiles.languages'])
    .select(
      sql<Tier>`coalesce((select tier from tiers_in_force(${now}) where user_id = users.id), 'free')`.as(
        'tier',
      ),
    )
    .where('email', '=', demoStudent)
    .where('bannedAt', 'is', null)
    .where('ageGroup', '=', 'adult')
    .executeTakeFirst();
  if (!found || found.languages.length === 0) return null;
  const { id, languages, tier } = found;
  return { id, languages, tiers: tiers.slice(0, tiers.indexOf(tier) + 1) };
}
