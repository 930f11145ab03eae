import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { leaveWaitingList as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';

/** Takes the actor off the waiting list of a class. It changes nothing for a person who does not wait. */
export async function leaveWaitingList(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    if (liveClass.waitingPlace === null) {
      refuse(may(ctx.actor, 'see', liveClass));
      return { classId, waitingPlace: null };
    }
    await ctx.db
      .deleteFrom('classWaiting')
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, waitingPlace: null };
  });
}
