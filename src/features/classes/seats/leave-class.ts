import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { absenceRefusals, type leaveClass as operation } from '../contract.ts';
import { giveBackSeat } from './give-back-seat.ts';

/**
 * Gives back the actor's seat, until the class starts. Without a seat it changes nothing and is no error. A bought seat
 * is refunded until a day before the start, and a held seat costs nothing. Cancelling a class has refunded its seats
 * already.
 * @throws Refusal leavesLate where leaving now counts as an absence: `leaveLate` is for students who know that
 */
export function leaveClass(ctx: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  return giveBackSeat(ctx, classId, () => {
    throw new Refusal(absenceRefusals.leavesLate);
  });
}
