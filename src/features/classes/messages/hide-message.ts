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
 * Hides a message from the students of its class, for an administrator, and tells its writer why; without a reason it
 * is shown again. A trigger takes its notices back, and showing it again sends none. Setting the present state changes
 * nothing.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function hideMessage(outer: Ctx, id: string, reason: string | null): Promise<void> {
  refuse(may(outer.actor, 'hide-notes'));
  await inTransaction(outer, async (ctx) => {
    const message = await ctx.db
      .selectFrom('classMessages as message')
      .innerJoin('classes', 'classes.id', 'message.classId')
      .select(['message.classId', 'message.writtenBy', 'message.hiddenAt', 'classes.title'])
      .where('message.id', '=', id)
      .forUpdate('message')
      .executeTakeFirst();
    if (!message) throw new Refusal(commonRefusals.notFound);
    const { classId, writtenBy, title } = message;
    if ((reason !== null) === (message.hiddenAt !== null)) return;
    await ctx.db
      .updateTable('classMessages')
      .set({ hiddenAt: reason === null ? null : ctx.now, hiddenReason: reason })
      .where('id', '=', id)
      .execute();
    await recordAct(ctx, {
      act: reason === null ? 'classes.show-message' : 'classes.hide-message',
      subject: classId,
      reason,
      detail: { title },
      personId: othersId(ctx, writtenBy),
    });
    if (reason !== null) {
      await notify(ctx, {
        to: [writtenBy],
        exceptActor: true,
        kind: 'classes.message-hidden',
        detail: { title, reason },
        link: organisersAddress(classId, 'roll'),
        about: classId,
      });
    }
    await publish(ctx, { kind: 'classes.changed', subject: classId });
  });
}
