import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { lockClass } from '../lock-class.ts';
import { buyRefusal } from './buy-rules.ts';

/**
 * Keeps a seat for whoever asks while they pay, in the transaction that writes the payment. It is taken from then on,
 * so that two people never pay for the last one; `seats_fit` refuses what the code forgets.
 */
export async function holdSeat(
  ctx: Ctx,
  { classId, paymentId, until }: { classId: string; paymentId: string; until: Date },
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await lockClass(ctx, classId, userId);
  const refusal = buyRefusal(ctx.actor, liveClass, ctx.now);
  if (refusal) throw new Refusal(refusal);
  await ctx.db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId, heldUntil: until })
    // Kept for an earlier payment that is being given up: the same seat, for this one.
    .onConflict((conflict) =>
      conflict.columns(['classId', 'userId']).doUpdateSet({ paymentId, heldUntil: until }),
    )
    .execute();
  await publish(ctx, { kind: 'classes.changed', subject: classId });
}
