import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { deleteRefusal } from '../rules.ts';
import { notifyStudents, notifyTeacherOfChange } from './notify-of-change.ts';
import { readHistory } from './read-history.ts';
import { calendarWork } from './want-calendar.ts';

/**
 * Deletes a class with its enrolments. A student who enrols at that moment either was in time and loses the seat, or
 * finds no class. A class that has started or has payments cannot be deleted, because both stay on record. The
 * students are told. The day of a class of a series is noted, so that no class is made for it again.
 */
export async function deleteClass(outer: Ctx, classId: string): Promise<{ id: string }> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    await lockItsSeries(ctx, classId);
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(
      may(ctx.actor, 'manage', liveClass) ??
        deleteRefusal({ ...liveClass, ...(await readHistory(ctx, classId)) }, ctx.now),
    );

    const { title, startsAt, status, createdBy } = liveClass;
    if (status === 'scheduled') {
      const detail = { title, startsAt: startsAt.toISOString() };
      await notifyStudents(ctx, classId, { kind: 'classes.removed', detail });
      await notifyTeacherOfChange(ctx, createdBy, { kind: 'classes.removed', detail, about: classId });
    }
    await recordAct(ctx, {
      act: 'classes.delete-class',
      subject: classId,
      detail: { title, startsAt: startsAt.toISOString() },
      personId: othersId(ctx, createdBy),
    });
    const { calendarEventId, seriesId, seriesDay } = await ctx.db
      .deleteFrom('classes')
      .where('id', '=', classId)
      .returning(['calendarEventId', 'seriesId', 'seriesDay'])
      .executeTakeFirstOrThrow();
    if (seriesId && seriesDay)
      await ctx.db.insertInto('classDeletedDays').values({ seriesId, day: seriesDay }).execute();
    if (calendarEventId) await putDue(ctx, calendarWork, calendarEventId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { id: classId };
  });
}

/** First the series and then its class, as the changes of a series lock them, so that the two do not deadlock. */
async function lockItsSeries({ db }: Ctx, classId: string): Promise<void> {
  await db
    .selectFrom('classSeries')
    .select('id')
    .where('id', '=', (from) => from.selectFrom('classes').select('seriesId').where('id', '=', classId))
    .forNoKeyUpdate()
    .execute();
}
