import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { removeFromWaitingList as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import { noteRemoval } from './note-removal.ts';
import { selectRoster } from './read-roster.ts';
import { refuseOftenRemoved } from './refuse-often-removed.ts';

/**
 * An organiser takes a student off the waiting list before the class begins. They are told, with the reason if there is
 * one. A seat that was offered to them meanwhile stays: the organiser did not see it, and takes it away by
 * `removeStudent`. The class row is locked, so that no seat is offered between the look at the list and the removal.
 */
export async function removeFromWaitingList(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  { reason }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass));
    if (liveClass.waitingPlace === null) {
      await refuseUnlessPerson(ctx, userId);
      return selectRoster(ctx, classId);
    }
    refuse(changeRefusal(liveClass, ctx.now));
    if (reason) await refuseOftenRemoved(ctx, userId);

    await ctx.db
      .deleteFrom('classWaiting')
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    await noteRemoval(ctx, liveClass, {
      ...{ classId, userId, reason },
      act: 'classes.remove-from-waiting-list',
      kind: 'classes.wait-taken-away',
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return selectRoster(ctx, classId);
  });
}
