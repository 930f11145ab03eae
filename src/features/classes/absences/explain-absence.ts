import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type Absence, absenceRefusals, type Explanation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { toAbsence } from './absence-columns.ts';
import { excusesItself } from './absence-rules.ts';
import { endPauseNotices } from './end-pause-notices.ts';
import { notifyHostOfReason } from './notify-host-of-reason.ts';

/**
 * Says why the actor missed a club or left it late. A power or internet cut excuses the absence, and a pause that it
 * was a cause of ends with it; other reasons are for the host to read, who is told and may excuse. An excused absence
 * stays as it is. The class row is locked, so that the roll does not change meanwhile.
 */
export async function explainAbsence(
  outer: Ctx,
  classId: string,
  { reason, words }: Explanation,
): Promise<Absence> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const before = await ctx.db
      .selectFrom('classAbsences')
      .selectAll()
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .where('recordedAt', 'is not', null)
      .executeTakeFirst();
    if (!before) {
      throw new Refusal(may(ctx.actor, 'see', liveClass) ?? absenceRefusals.noAbsence);
    }
    if (before.excusedAt) return toAbsence(before)!;
    const after = await ctx.db
      .updateTable('classAbsences')
      .set({ reason, words, reasonFrom: 'student', excusedAt: excusesItself(reason) ? ctx.now : null })
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { title, createdBy } = liveClass;
    if (after.excusedAt) await endPauseNotices(ctx, userId);
    else if (reason) await notifyHostOfReason(ctx, { classId, title, createdBy }, userId);
    await publish(ctx, {
      kind: 'classes.changed',
      audience: [userId, createdBy],
      subject: classId,
    });
    return toAbsence(after)!;
  });
}
