import { sql } from 'kysely';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { isFailing } from '#server/jobs/find-stuck.ts';
import { refuse } from '#shared/refusal.ts';
import type { CalendarStatus } from './contract.ts';
import { findFeed } from './feed/find-feed.ts';
import { may } from './permissions.ts';

/** The calendar's connection. It comes from the settings, not from the database. */
export type Connection = Pick<CalendarStatus, 'kind' | 'name' | 'meetings' | 'subscribed'>;

const mostClasses = 50;

/** The connection, with the classes that it does not show yet or failed to show. */
export async function readCalendarStatus(ctx: Ctx, connection: Connection): Promise<CalendarStatus> {
  refuse(may(ctx.actor, 'manage'));
  const classes = await ctx.db
    .selectFrom('classes')
    .innerJoin('users as teacher', 'teacher.id', 'classes.createdBy')
    .innerJoin('dueWork as due', (join) =>
      join.onRef('due.subject', '=', 'classes.calendarEventId').on('due.kind', '=', calendarWork.kind),
    )
    .select([
      'classes.id',
      'classes.title',
      'classes.startsAt',
      'teacher.name as teacherName',
      'due.attempts',
      sql<string | null>`case when ${isFailing} then due.last_error end`.as('error'),
      'due.dueAt as nextAttemptAt',
    ])
    .orderBy(isFailing, 'desc')
    .orderBy('due.dueAt')
    .orderBy('classes.id')
    .limit(mostClasses)
    .execute();
  return {
    ...connection,
    ...(await countWaiting(ctx)),
    classes: classes.map((row) => ({
      ...row,
      startsAt: row.startsAt.toISOString(),
      nextAttemptAt: row.attempts > 0 ? row.nextAttemptAt.toISOString() : null,
    })),
    organisersFeed:
      connection.kind === 'built-in' ? await findFeed(ctx, null) : { path: null, createdAt: null },
  };
}

async function countWaiting({ db }: Ctx) {
  const { rows } = await sql<{ waiting: number; failed: number; lastSyncedAt: Date | null }>`
    select count(*) as waiting, count(*) filter (where ${isFailing}) as failed,
      greatest((select max(calendar_synced_at) from classes), (select max(synced_at) from calendar_own_events))
        as last_synced_at
    from due_work as due where kind = ${calendarWork.kind}`.execute(db);
  const { waiting, failed, lastSyncedAt } = onlyRow(rows);
  return { waiting, failed, lastSyncedAt: lastSyncedAt?.toISOString() ?? null };
}
