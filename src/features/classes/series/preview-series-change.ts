import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type previewSeriesChange as operation, seriesRefusals } from '../contract.ts';
import { type ClassState, readClassState, readClassStates } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readComing, refuseUnlessChangeable } from './lock-series.ts';
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
  const { db, actor } = ctx;
  const { userId } = memberOf(actor);
  refuse(may(actor, 'organise'));
  const pivot = await readClassState(ctx, classId, userId);
  const { seriesId, seriesDay } = pivot;
  if (!seriesId || !seriesDay) throw new Refusal(seriesRefusals.notInSeries);
  const series = await db.selectFrom('classSeries').selectAll().where('id', '=', seriesId).executeTakeFirst();
  if (!series) throw new Refusal(commonRefusals.notFound);
  refuseUnlessChangeable(ctx, series, pivot);
  const coming = await readComing(ctx, { series, seriesDay, scope, userId }, readClassStates);
  const asked = { ...change, until: until === 'never' ? null : until };
  const { cancelled, added, kept, ...plan } = await planSeriesChange(ctx, { coming, pivot }, asked);
  // As `cancelSeries` chooses them.
  const managed = coming.classes.filter((one) => may(actor, 'manage', one) === null);
  return {
    until: plan.pattern.endsOn,
    added: added.length,
    cancelled: cancelled.length,
    students: await countStudents(ctx, cancelled),
    left: kept.length + added.length,
    begun: plan.begun.size,
    leftAfterEnd: plan.leftAfterEnd,
    ifCancelled: { classes: managed.length, students: await countStudents(ctx, managed) },
    skipped: plan.skipped.slice(0, mostSkipped),
  };
}

async function countStudents({ db }: Ctx, classes: readonly ClassState[]): Promise<number> {
  const { students } = await db
    .selectFrom('classEnrollments')
    .select(sql<number>`count(distinct user_id)`.as('students'))
    .where(sql<boolean>`class_id = any(${classes.map(({ id }) => id)}::uuid[])`)
    .executeTakeFirstOrThrow();
  return students;
}
