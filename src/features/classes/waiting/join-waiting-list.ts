import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { joinWaitingList as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { refuseSeat } from '../seats/enrol-rules.ts';
import { readLastingBookings } from '../seats/read-bookings.ts';
import { offerSeatsWork } from './offer-seats.ts';

/**
 * Puts the actor at the end of the waiting list of a full class. A student who waits already keeps their place. The
 * class row is locked, so that no seat becomes free between the look at the seats and the place in the list.
 */
export async function joinWaitingList(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const bookings = await readLastingBookings(ctx, userId, liveClass);
    const refusal = refuseSeat('wait', ctx.actor, liveClass, { ...bookings, now: ctx.now });
    if (refusal) throw refusal;
    const { waitingPlace, waitingCount } = liveClass;
    if (waitingPlace !== null) return { classId, waitingPlace };
    await ctx.db.insertInto('classWaiting').values({ classId, userId }).execute();
    // Looks after the list until the class starts.
    await putDue(ctx, offerSeatsWork, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, waitingPlace: waitingCount + 1 };
  });
}
