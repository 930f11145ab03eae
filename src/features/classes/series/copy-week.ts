import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { copyWeek as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';
import { isCopyable } from './copy-rules.ts';
import { notifyTeacherOfMadeClasses } from './notify-of-made-classes.ts';
import { type PlannedCopy, planCopies, toWeekCopy } from './plan-copies.ts';

/**
 * Copies the chosen classes of a week into another: the same days of the week and times of the clock, with the link
 * that was pasted, without students and payments. The plan is made again here, so a class that an organiser saw as free
 * and that is none any more is left out, and the answer says why. A class is copied into a day once
 * (`class_copied_once`), also by two organisers at the same moment. Teachers whose classes an administrator copied are
 * told, once each.
 * @throws Refusal signInFirst, notAllowed
 */
export async function copyWeek(
  outer: Ctx,
  { classIds, ...weeks }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    await lockTeachers(ctx, classIds);
    const chosen = new Set(classIds);
    const planned = (await planCopies(ctx, weeks)).filter(
      ({ source, state }) => chosen.has(source.id) && isCopyable(state),
    );
    const made = await insertCopies(ctx, planned);
    await wantCalendar(ctx, ...made.map(({ id }) => id));
    if (made.length > 0) {
      const { from, to } = weeks;
      await recordAct(ctx, { act: 'classes.copy-week', detail: { from, to, classes: made.length } });
      for (const [teacherId, classes] of Map.groupBy(made, ({ createdBy }) => createdBy)) {
        const ids = classes.map(({ id }) => id);
        await notifyTeacherOfMadeClasses(ctx, { teacherId, kind: 'classes.week-copied', made: ids });
      }
      await publish(ctx, { kind: 'classes.changed' });
    }
    return { made: made.length, items: (await planCopies(ctx, weeks)).map(toWeekCopy) };
  });
}

/**
 * A teacher who deletes their account at the same time waits, or is found deleted. An administrator who revokes an
 * approval waits, and finds the copies. Ordered against deadlocks.
 */
async function lockTeachers({ db }: Ctx, classIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (of) => of.selectFrom('classes').select('createdBy').where('id', 'in', classIds))
    .orderBy('id')
    .forShare()
    .execute();
  await db
    .selectFrom('teacherProfiles')
    .select('userId')
    .where('userId', 'in', (of) => of.selectFrom('classes').select('createdBy').where('id', 'in', classIds))
    .orderBy('userId')
    .forShare()
    .execute();
}

type Made = { id: string; createdBy: string };

async function insertCopies({ db }: Ctx, planned: readonly PlannedCopy[]): Promise<Made[]> {
  if (planned.length === 0) return [];
  const copies = planned.map(({ source, day, startsAt }) => {
    const { id, teacherName: _, lacksTeacher: _1, ...facts } = source;
    return { ...facts, startsAt, copiedFrom: id, copiedDay: day };
  });
  return db
    .insertInto('classes')
    .values(copies)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'createdBy'])
    .execute();
}
