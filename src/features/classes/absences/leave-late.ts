import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { Explanation, leaveClass as operation } from '../contract.ts';
import { giveBackSeat } from '../seats/give-back-seat.ts';
import { recordLateLeaving } from './record-absences.ts';

/**
 * Gives back the seat of a student who knows that leaving now counts as an absence, unless they say that power or
 * internet failed. The rest is as in `leaveClass`: the seat is free at once, as any other.
 */
export function leaveLate(
  ctx: Ctx,
  classId: string,
  explanation: Explanation | null,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  return giveBackSeat(ctx, classId, (inner, { title, createdBy }) =>
    recordLateLeaving(inner, { classId, title, createdBy }, { userId, explanation }),
  );
}
