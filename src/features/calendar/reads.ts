import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import type { CalendarStatus } from './contract.ts';
import { findFeed } from './feed/read-feed.ts';
import { may } from './permissions.ts';
import { columnsOf } from './sync/take-due.ts';

/** What is set up; the settings say it, not the database. */
export type Connection = Pick<CalendarStatus, 'kind' | 'name' | 'meetings' | 'subscribed'>;

const mostClasses = 50;

/** What classes are shown in, what waits for it and what failed. */
export async function readCalendarStatus(ctx: Ctx, connection: Connection): Promise<CalendarStatus> {
  const refusal = may(ctx.actor, 'manage');
  if (refusal) throw new Refusal(refusal);
  const classes = await ctx.db
    .selectFrom('classes')
    .innerJoin('users as teacher', 'teacher.id', 'classes.createdBy')
    .select([
      'classes.id',
      'classes.title',
      'classes.startsAt',
      'teacher.name as teacherName',
      'classes.calendarAttempts as attempts',
      'classes.calendarError as error',
      'classes.calendarNextAttemptAt as nextAttemptAt',
    ])
    .where('classes.calendarWantedAt', 'is not', null)
    .orderBy(sql`calendar_error is null`)
    .orderBy('classes.calendarWantedAt')
    .orderBy('classes.id')
    .limit(mostClasses)
    .execute();
  return {
    ...connection,
    ...(await countWaiting(ctx)),
    classes: classes.map((row) => ({
      ...row,
      startsAt: row.startsAt.toISOString(),
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    })),
    organisersFeed:
      connection.kind === 'built-in' ? await findFeed(ctx, null) : { path: null, createdAt: null },
  };
}

async function countWaiting({ db }: Ctx) {
  const parts = (['class', 'ownEvent', 'removal'] as const).map((box) => {
    const { table, wantedAt, error } = columnsOf(box);
    return sql`select count(*) as waiting, count(${error}) as failed from ${table} where ${wantedAt} is not null`;
  });
  const { rows } = await sql<{ waiting: number; failed: number; lastSyncedAt: Date | null }>`
    select sum(waiting) as waiting, sum(failed) as failed,
      greatest((select max(calendar_synced_at) from classes), (select max(synced_at) from calendar_own_events))
        as last_synced_at
    from (${sql.join(parts, sql` union all `)}) as boxes`.execute(db);
  const { waiting = 0, failed = 0, lastSyncedAt = null } = rows[0] ?? {};
  return { waiting, failed, lastSyncedAt: lastSyncedAt?.toISOString() ?? null };
}
