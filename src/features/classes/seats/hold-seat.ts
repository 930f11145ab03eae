import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { lockClass } from '../lock-class.ts';
import { buyRefusal } from './buy-rules.ts';
import { refuseOtherAgeGroup } from './refuse-other-age-group.ts';

/**
 * Holds a seat for the actor while they pay, in the transaction that writes the payment. It counts as taken from then
 * on, so that two students never pay for the last seat; the constraint `seats_fit` refuses what the code forgets.
 */
export async function holdSeat(
  ctx: Ctx,
  { classId, paymentId, until }: { classId: string; paymentId: string; until: Date },
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await lockClass(ctx, classId, userId);
  const refusal = buyRefusal(ctx.actor, liveClass, ctx.now);
  if (refusal) throw new Refusal(refusal);
  const hold = ctx.db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId, heldUntil: until })
    // A seat that is held for an earlier payment, which is being given up, is held for this one instead.
    .onConflict((conflict) =>
      conflict.columns(['classId', 'userId']).doUpdateSet({ paymentId, heldUntil: until }),
    );
  await refuseOtherAgeGroup(() => hold.execute());
  await publish(ctx, { kind: 'classes.changed', subject: classId });
}
