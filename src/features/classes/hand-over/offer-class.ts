import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { offerClass as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import { putOffer } from './put-offer.ts';

/**
 * Asks another teacher to give one class of the actor, such as the evening on which they are ill. It stays the actor's
 * until the other one accepts. The database ends the offer where the class moves, is cancelled or changes hands.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, alreadyStarted, notATeacher
 */
export async function offerClass(
  outer: Ctx,
  classId: string,
  teacherId: string,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'offer', liveClass) ?? changeRefusal(liveClass, ctx.now));
    return putOffer(ctx, { of: 'classId', id: classId, first: liveClass, toId: teacherId });
  });
}
