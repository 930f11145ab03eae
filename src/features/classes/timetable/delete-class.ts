import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { hasEnded, removeRefusal } from '../rules.ts';
import { readHistory } from './read-history.ts';
import { tellStudents } from './tell-students.ts';
import { calendarWork } from './want-calendar.ts';

/**
 * Takes a class off the calendar for good. Its enrolments go with it; somebody enrolling at that moment
 * either was in time and goes too, or finds no class. Not one that was paid for or held: what people spent and
 * learnt stays on record. Whoever had a seat in what was still to come is told.
 */
export async function deleteClass(outer: Ctx, classId: string): Promise<{ id: string }> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const refusal = may(ctx.actor, 'manage', liveClass) ?? removeRefusal(await readHistory(ctx, classId));
    if (refusal) throw new Refusal(refusal);

    const { title, startsAt, status, createdBy } = liveClass;
    if (status === 'scheduled' && !hasEnded(liveClass, ctx.now)) {
      const detail = { title, startsAt: startsAt.toISOString() };
      await tellStudents(ctx, classId, { kind: 'classes.removed', detail });
    }
    if (createdBy !== userId) {
      const act = { act: 'classes.delete-class', personId: createdBy, subject: classId };
      await recordAct(ctx, { ...act, detail: { title, startsAt: startsAt.toISOString() } });
    }
    const { calendarEventId } = await ctx.db
      .deleteFrom('classes')
      .where('id', '=', classId)
      .returning('calendarEventId')
      .executeTakeFirstOrThrow();
    if (calendarEventId) await putDue(ctx, calendarWork, calendarEventId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { id: classId };
  });
}
