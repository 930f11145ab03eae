import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { entryRefusals, type enterClass as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { entryRefusal } from '../rules.ts';

/**
 * Opens the meeting of a class and notes when a student with a seat first came. The note is a suggestion for the roll
 * and gives nothing. The class row is locked, so that no student enters a class that is moved or cancelled at that
 * moment: a moved class forgets who entered it before (`forget_entries`). Entering again keeps the first time.
 * @throws Refusal signInFirst, notFound, notAllowed, guardianFirst, cancelled, noTeacher, doorClosed, noRoom
 */
export async function enterClass(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'enter', liveClass));

    const { meetLink, isEnrolled, seat } = liveClass;
    const entered = seat?.enteredAt ?? null;
    const organises = may(ctx.actor, 'manage', liveClass) === null;
    const refusal = entryRefusal({ ...liveClass, enteredAt: entered }, { organises, now: ctx.now });
    if (refusal || meetLink === null) throw new Refusal(refusal ?? entryRefusals.noRoom);
    if (!isEnrolled) return { classId, meetLink, enteredAt: null };
    if (entered === null) {
      await noteEntry(ctx, classId, userId);
      await publish(ctx, { kind: 'classes.changed', audience: [liveClass.createdBy], subject: classId });
    }
    return { classId, meetLink, enteredAt: (entered ?? ctx.now).toISOString() };
  });
}

async function noteEntry({ db, now }: Ctx, classId: string, userId: string): Promise<void> {
  await db
    .updateTable('classEnrollments')
    .set({ enteredAt: now })
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .where('enteredAt', 'is', null)
    .execute();
}
