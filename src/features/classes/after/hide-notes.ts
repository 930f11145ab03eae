import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { organisersAddress } from '../rules.ts';

/**
 * Hides the notes and phrases of a class from its students, for an administrator, and tells its teacher why. They stay
 * hidden when the teacher changes them; an administrator who saves them shows them again. Hiding hidden ones changes
 * nothing.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function hideNotes(outer: Ctx, classId: string, reason: string): Promise<void> {
  refuse(may(outer.actor, 'hide-notes'));
  await inTransaction(outer, async (ctx) => {
    const found = await ctx.db
      .selectFrom('classNotes')
      .innerJoin('classes', 'classes.id', 'classNotes.classId')
      .select(['hiddenAt', 'classes.title', 'classes.createdBy'])
      .where('classId', '=', classId)
      .forUpdate('classNotes')
      .executeTakeFirst();
    if (!found) throw new Refusal(commonRefusals.notFound);
    if (found.hiddenAt) return;
    await ctx.db
      .updateTable('classNotes')
      .set({ hiddenAt: ctx.now, hiddenReason: reason })
      .where('classId', '=', classId)
      .execute();
    const { title, createdBy } = found;
    await recordAct(ctx, {
      act: 'classes.hide-notes',
      subject: classId,
      reason,
      detail: { title },
      personId: othersId(ctx, createdBy),
    });
    await notify(ctx, {
      to: [createdBy],
      exceptActor: true,
      kind: 'classes.notes-hidden',
      detail: { title, reason },
      link: organisersAddress(classId, 'notes'),
      about: classId,
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
  });
}
