import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { readLastingPause, refusePaused } from '../absences/read-pause.ts';
import type { joinWaitingList as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { offerSeatsWork } from './offer-seats-work.ts';
import { waitRefusal } from './wait-rules.ts';

/**
 * Puts the actor at the end of the waiting list of a full class. A student who waits already keeps their place. The
 * class row is locked, so that no seat becomes free between the look at the seats and the place in the list.
 */
export async function joinWaitingList(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const refusal = waitRefusal(ctx.actor, liveClass, ctx.now);
    if (refusal) throw new Refusal(refusal);
    const paused = liveClass.kind === 'club' ? await readLastingPause(ctx, userId) : null;
    const pause = refusePaused(liveClass, paused);
    if (pause) throw pause;
    const { waitingPlace, waitingCount } = liveClass;
    if (waitingPlace !== null) return { classId, waitingPlace };
    await ctx.db.insertInto('classWaiting').values({ classId, userId }).execute();
    // Looks after the list until the class starts.
    await putDue(ctx, offerSeatsWork, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, waitingPlace: waitingCount + 1 };
  });
}
