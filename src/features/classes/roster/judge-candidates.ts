import type { Ctx } from '#server/ctx.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { readPauses } from '../absences/read-pause.ts';
import type { ClassState } from '../lock-class.ts';
import { candidateRefusal } from '../seats/enrol-rules.ts';
import type { Candidate } from './select-candidates.ts';

/**
 * Reads what decides about these candidates for a seat of a class that has not begun; the answer says of each why an
 * organiser cannot enrol them now. `offered`: those to whom a seat is offered. None of them has another seat.
 */
export async function judgeCandidates(
  ctx: Ctx,
  liveClass: ClassState,
  people: readonly Candidate[],
  offered: ReadonlySet<string> = new Set(),
): Promise<(candidate: Candidate) => RefusalKind | null> {
  const waiting = await ctx.db
    .selectFrom('classWaiting')
    .select('userId')
    .where('classId', '=', liveClass.id)
    .orderBy('turn')
    .execute();
  const places = new Map(waiting.map(({ userId }, at) => [userId, at + 1]));
  const userIds = people.map(({ userId }) => userId);
  const pauses = liveClass.kind === 'club' ? await readPauses(ctx, userIds) : new Map<string, Date>();
  return (candidate) => {
    const { userId } = candidate;
    const waitingPlace = places.get(userId) ?? null;
    const seat = {
      ...liveClass,
      isEnrolled: false,
      isPaying: false,
      isHeld: offered.has(userId),
      waitingPlace,
    };
    return candidateRefusal(candidate, seat, { paused: pauses.get(userId) ?? null, now: ctx.now });
  };
}
