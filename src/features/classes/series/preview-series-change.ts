import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { type previewSeriesChange as operation, seriesRefusals } from '../contract.ts';
import { readClassState, readClassStates } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import { readComing } from './lock-series.ts';
import { planSeriesChange } from './plan-series-change.ts';
import { mostSkipped } from './series-rules.ts';

/**
 * What a change of the days, the time or the end of a series would do, without a lock: how many classes it would make
 * and cancel, how many students have a seat in those, and how many would have begun. `changeSeries` plans again.
 * @throws Refusal signInFirst, notAllowed, notFound, notInSeries, cancelled, alreadyStarted, inThePast
 */
export async function previewSeriesChange(
  ctx: Ctx,
  classId: string,
  { scope, until, ...change }: NonNullable<ReceivedOf<typeof operation>['query']>,
): Promise<AnswerOf<typeof operation>> {
  const { db, actor, now } = ctx;
  const { userId } = memberOf(actor);
  refuse(may(actor, 'organise'));
  const pivot = await readClassState(ctx, classId, userId);
  const { seriesId, seriesDay } = pivot;
  if (!seriesId || !seriesDay) throw new Refusal(seriesRefusals.notInSeries);
  const series = await db.selectFrom('classSeries').selectAll().where('id', '=', seriesId).executeTakeFirst();
  if (!series) throw new Refusal(commonRefusals.notFound);
  const asked = { createdBy: pivot.createdBy, seriesTeacher: series.createdBy };
  refuse(may(actor, 'manage-series', asked) ?? changeRefusal(pivot, now));
  const coming = await readComing(ctx, { series, seriesDay, scope, userId }, readClassStates);
  const dayOf = (one: { startsAt: Date; zone: string }) => calendarDay(one.startsAt.toISOString(), one.zone);
  const classes = coming.classes.map((one) => ({
    ...one,
    day: dayOf(one),
    stays: one.id !== classId && (one.changedAlone || may(actor, 'manage', one) !== null),
  }));
  // As `cancelSeries` chooses them.
  const managed = classes.filter((row) => may(actor, 'manage', row) === null).map(({ id }) => id);
  const { plan, holidayNames } = await planSeriesChange(
    ctx,
    { ...change, until: until === 'never' ? null : until },
    { ...coming, classes, pivotDay: dayOf(pivot) },
  );
  const { cancelled, added, kept, begun, pattern, skipped, leftAfterEnd } = plan;
  return {
    until: pattern.endsOn,
    added: added.length,
    cancelled: cancelled.length,
    students: await countStudents(ctx, cancelled),
    left: kept.size + added.length,
    begun: begun.size,
    leftAfterEnd,
    ifCancelled: { classes: managed.length, students: await countStudents(ctx, managed) },
    skipped: skipped.slice(0, mostSkipped).map((day) => ({ day, name: holidayNames.get(day) ?? '' })),
  };
}

async function countStudents({ db }: Ctx, classIds: readonly string[]): Promise<number> {
  if (classIds.length === 0) return 0;
  const { students } = await db
    .selectFrom('classEnrollments')
    .select(sql<number>`count(distinct user_id)`.as('students'))
    .where('classId', 'in', classIds)
    .executeTakeFirstOrThrow();
  return students;
}
