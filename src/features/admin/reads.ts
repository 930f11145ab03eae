import { sql } from 'kysely';
import { notEndedAt } from '#features/classes/class-rows.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import type { FirstSteps, NewStudent, NextClass, Overview } from './contract.ts';
import { may } from './permissions.ts';
import { readTodaysClasses, selectClasses } from './read-todays-classes.ts';
import { monthAround, weekAround } from './rules.ts';

const listed = 3;

/**
 * The administrators' overview, computed from the tables at each request; none of its figures is stored.
 * @throws Refusal signInFirst, notAllowed
 */
export async function readOverview(ctx: Ctx): Promise<Overview> {
  refuse(may(ctx.actor, 'oversee'));
  const { zone } = memberOf(ctx.actor);
  const [figures, nextClasses, today, newestStudents, firstSteps] = await Promise.all([
    readFigures(ctx, zone),
    readNextClasses(ctx, zone),
    readTodaysClasses(ctx, zone),
    readNewestStudents(ctx),
    readFirstSteps(ctx),
  ]);
  return { ...figures, nextClasses, today, newestStudents, firstSteps };
}

type Figures = Omit<Overview, 'nextClasses' | 'today' | 'newestStudents' | 'firstSteps'>;

async function readFigures({ db, now }: Ctx, zone: string): Promise<Figures> {
  const month = monthAround(now, zone);
  const week = weekAround(now, zone);
  const { rows } = await sql<Omit<Figures, 'seatsThisWeek'> & { taken: number; offered: number }>`
    with active as (
      select kind from classes where status = 'scheduled' and ${notEndedAt(now)}
    ), this_week as (
      select coalesce(sum(seats_taken), 0) as taken, coalesce(sum(max_students), 0) as offered
      from classes
      where status <> 'cancelled' and starts_at >= ${week.from} and starts_at < ${week.to}
    ), revenue as (
      select received_currency as currency, sum(received_cents) as cents from counted_payments
      where status = 'completed' and completed_at >= ${month.from} and completed_at < ${month.to}
      group by received_currency
    )
    select
      (select count(*) from active where kind = 'class') as active_classes,
      (select count(*) from active where kind = 'club') as active_clubs,
      (select count(*) from users where ${isStudent}) as total_students,
      (select count(*) from users
        where ${isStudent} and created_at > ${now}::timestamptz - interval '30 days') as sign_ups,
      (select avg(attended::int)::float8 from class_enrollments join classes on classes.id = class_id
        where starts_at > ${now}::timestamptz - interval '30 days' and starts_at <= ${now}::timestamptz
      ) as attendance_rate,
      (select coalesce(json_agg(revenue order by cents desc, currency), '[]') from revenue) as month_revenue,
      this_week.*
    from this_week`.execute(db);
  const { taken, offered, ...figures } = onlyRow(rows);
  return { ...figures, seatsThisWeek: { taken, offered } };
}

/** True of a row of `users` whose strongest role is student, and whose account is not deleted. */
const isStudent = sql<boolean>`users.role = 'student' and users.deleted_at is null`;

/** Those of the current day in `zone` are in `readTodaysClasses`. */
async function readNextClasses({ db, now }: Ctx, zone: string): Promise<NextClass[]> {
  const rows = await selectClasses(db)
    .where('classes.status', '=', 'scheduled')
    .where('classes.startsAt', '>=', dayAround(now, zone).to)
    .orderBy('classes.startsAt')
    .orderBy('classes.id')
    .limit(listed)
    .execute();
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() }));
}

/** What a new community still has to do, such as one without a teacher. */
async function readFirstSteps({ db, now }: Ctx): Promise<FirstSteps | null> {
  const { rows } = await sql<FirstSteps & { isSettled: boolean }>`
    select exists (select from classes) as class_scheduled,
      exists (select from teacher_profiles where verification_status = 'approved') as teacher_approved,
      exists (select from videos where is_active and moderation_status = 'approved') as video_shown,
      exists (select from users where ${isStudent}) as student_joined,
      exists (select from classes) and exists (select from users
        where ${isStudent} and created_at <= ${now}::timestamptz - interval '30 days') as is_settled`.execute(
    db,
  );
  const { isSettled, ...steps } = onlyRow(rows);
  return isSettled || Object.values(steps).every(Boolean) ? null : steps;
}

async function readNewestStudents({ db }: Ctx): Promise<NewStudent[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'createdAt'])
    .where(isStudent)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return rows.map(({ id, name, createdAt }) => ({ id, name, joinedAt: createdAt.toISOString() }));
}
