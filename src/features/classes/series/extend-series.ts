import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { makeClasses } from './make-classes.ts';
import { daysToMake, madeUntil } from './series-rules.ts';

/**
 * Makes the classes of every series eight weeks ahead. Each series in a transaction of its own that locks its row, so
 * a series that fails keeps no other waiting. Idempotent, also with several processes at once.
 */
export async function extendSeries(outer: Ctx): Promise<void> {
  const { now } = outer;
  // A zone is at most 14 hours ahead: the days of tomorrow in UTC include today everywhere.
  const tomorrow = calendarDay(new Date(now.getTime() + dayMs).toISOString(), 'UTC');
  const found = await outer.db
    .selectFrom('classSeries')
    .select('id')
    .where('madeUntil', '<', madeUntil(tomorrow))
    .where(sql<boolean>`(ends_on is null or ends_on > made_until)`)
    // A teacher who may no longer give classes gets no new ones.
    .where('createdBy', 'in', (from) => from.selectFrom('possibleTeachers').select('userId'))
    .orderBy('id')
    .execute();
  await runEach(found, ({ id }) => inTransaction(outer, (ctx) => extendOne(ctx, id)));
}

async function extendOne(ctx: Ctx, id: string): Promise<void> {
  const series = await ctx.db
    .selectFrom('classSeries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!series) return;
  const today = calendarDay(ctx.now.toISOString(), series.zone);
  const made = await makeClasses(ctx, series, daysToMake(series, { done: series.madeUntil, today }));
  await ctx.db
    .updateTable('classSeries')
    .set({ madeUntil: sql`greatest(made_until, ${madeUntil(today)}::date)` })
    .where('id', '=', id)
    .execute();
  if (made.length > 0) await publish(ctx, { kind: 'classes.changed' });
}

/** An hour late is early enough for a class in eight weeks. */
export const extendSeriesChore: Chore = { name: 'extend-series', everyMinutes: 60, run: extendSeries };
