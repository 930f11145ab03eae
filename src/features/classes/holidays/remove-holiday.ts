import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { removeHoliday as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { makeClasses } from '../series/make-classes.ts';
import { notifyTeacherOfMadeClasses } from '../series/notify-of-made-classes.ts';
import { daysOf } from '../series/series-rules.ts';
import { listHolidays } from './list-holidays.ts';

/**
 * Makes a day an ordinary one again, or the days until another, and the classes that were left out for them. Those that
 * exist, cancelled ones too, stay as they are, and a deleted one stays deleted. Each teacher who gives some of them is
 * told once. For days that are no holidays, nothing changes.
 */
export async function removeHoliday(
  outer: Ctx,
  day: string,
  { until = day }: ReceivedOf<typeof operation>['query'] = {},
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'keep-holidays'));
  return inTransaction(outer, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom('classHolidays')
      .where('day', '>=', day)
      .where('day', '<=', until)
      .returning(['day', 'name'])
      .execute();
    const ordinary = removed.map((each) => each.day).sort();
    const [first, last] = [ordinary[0], ordinary.at(-1)];
    if (!first || !last) return listHolidays(ctx);
    const title = removed.find((each) => each.day === first)?.name ?? '';
    const leftOut = await ctx.db
      .selectFrom('classSeries')
      .selectAll()
      .where('startsOn', '<=', last)
      .where('madeUntil', '>=', first)
      .where(sql<boolean>`(ends_on is null or ends_on >= ${first}::date)`)
      .where('createdBy', 'in', (from) => from.selectFrom('possibleTeachers').select('userId'))
      .orderBy('id')
      .forUpdate()
      .execute();
    const madeOf = new Map<string, string[]>();
    for (const series of leftOut) {
      const missing = daysOf(series, { from: first, to: last }).filter(
        // Days that no class was made for yet are made in their turn.
        (each) => ordinary.includes(each) && each <= series.madeUntil,
      );
      const made = await makeClasses(ctx, series, missing);
      madeOf.set(series.createdBy, [...(madeOf.get(series.createdBy) ?? []), ...made]);
    }
    for (const [teacherId, made] of madeOf) {
      // They may have planned the day without them.
      await notifyTeacherOfMadeClasses(ctx, {
        teacherId,
        kind: 'classes.holiday-removed',
        title,
        made,
      });
    }
    await recordAct(ctx, {
      act: 'classes.remove-holiday',
      detail: { day: first === last ? first : { from: first, to: last }, title },
    });
    await publish(ctx, { kind: 'classes.changed' });
    return listHolidays(ctx);
  });
}
