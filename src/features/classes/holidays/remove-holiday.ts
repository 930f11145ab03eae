import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { removeHoliday as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { makeClasses } from '../series/make-classes.ts';
import { notifyTeacherOfMadeClasses } from '../series/notify-of-made-classes.ts';
import { daysOf } from '../series/series-rules.ts';
import { listHolidays } from './list-holidays.ts';

/**
 * Makes a day an ordinary one again, and the classes that were left out for it. Those that exist, cancelled ones too,
 * stay as they are, and a deleted one stays deleted. Each teacher who gives some of them is told once. For a day that
 * is no holiday, nothing changes.
 */
export async function removeHoliday(outer: Ctx, day: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'keep-holidays'));
  return inTransaction(outer, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom('classHolidays')
      .where('day', '=', day)
      .returning('name')
      .executeTakeFirst();
    if (!removed) return listHolidays(ctx);
    const leftOut = await ctx.db
      .selectFrom('classSeries')
      .selectAll()
      .where('startsOn', '<=', day)
      .where('madeUntil', '>=', day)
      .where(sql<boolean>`(ends_on is null or ends_on >= ${day}::date)`)
      .where('createdBy', 'in', (from) => from.selectFrom('possibleTeachers').select('userId'))
      .orderBy('id')
      .forUpdate()
      .execute();
    const madeOf = new Map<string, string[]>();
    for (const series of leftOut) {
      const made = await makeClasses(ctx, series, daysOf(series, { from: day, to: day }));
      madeOf.set(series.createdBy, [...(madeOf.get(series.createdBy) ?? []), ...made]);
    }
    for (const [teacherId, made] of madeOf) {
      // They may have planned the day without them.
      await notifyTeacherOfMadeClasses(ctx, {
        teacherId,
        kind: 'classes.holiday-removed',
        title: removed.name,
        made,
      });
    }
    await recordAct(ctx, {
      act: 'classes.remove-holiday',
      detail: { day, title: removed.name },
    });
    await publish(ctx, { kind: 'classes.changed' });
    return listHolidays(ctx);
  });
}
