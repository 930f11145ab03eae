import { sql } from 'kysely';
import { isRollDue } from '#features/classes/attendance/is-roll-due.ts';
import { classEnd, longestClassMs, notEndedAt } from '#features/classes/class-rows.ts';
import type { Ctx } from '#server/ctx.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import type { TodaysClass } from './contract.ts';

const most = 50;

/**
 * The classes and clubs of the current day in `zone` that still need attention: under way, to begin, or ended with a
 * roll to call; also one that began the evening before and goes on past midnight. By start.
 */
export async function readTodaysClasses({ db, now }: Ctx, zone: string): Promise<TodaysClass[]> {
  const { from, to } = dayAround(now, zone);
  const rows = await selectClasses(db)
    .select([
      sql<boolean>`classes.starts_at > ${now}::timestamptz`.as('isComing'),
      isRollDue(now).as('rollDue'),
      sql<boolean>`classes.roll_closed_at is not null`.as('rollClosed'),
    ])
    .where('classes.status', '=', 'scheduled')
    // The index has starts, and no class is longer.
    .where('classes.startsAt', '>', new Date(from.getTime() - longestClassMs))
    .where('classes.startsAt', '<', to)
    .where(sql<boolean>`${classEnd} > ${from}`)
    .where(sql<boolean>`(${notEndedAt(now)} or ${isRollDue(now)})`)
    .orderBy('classes.startsAt')
    .orderBy('classes.id')
    .limit(most)
    .execute();
  return rows.map(({ isComing, rollDue, startsAt, ...row }) => ({
    ...row,
    startsAt: startsAt.toISOString(),
    state: rollDue ? 'roll-due' : isComing ? 'coming' : 'live',
  }));
}

/** The columns that the overview shows of a class or club. */
export function selectClasses(db: Ctx['db']) {
  return db
    .selectFrom('classes')
    .innerJoin('users as teacher', 'teacher.id', 'classes.createdBy')
    .select([
      'classes.id',
      'classes.kind',
      'classes.title',
      'classes.startsAt',
      'classes.language',
      'classes.targetAudience',
      'classes.requiredTier',
      'classes.seatsTaken',
      'classes.maxStudents',
      'teacher.name as teacherName',
    ]);
}
