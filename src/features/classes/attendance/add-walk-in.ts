import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type addWalkIn as operation, walkInRefusals } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may, planRefusal } from '../permissions.ts';
import { selectRoster } from '../roster/read-roster.ts';
import { refuseOftenRemoved } from '../roster/refuse-often-removed.ts';
import { selectWithinReach } from '../roster/select-candidates.ts';
import { learnersAddress, walkInRefusal } from '../rules.ts';
import { insertSeatOrRefuse } from '../seats/insert-seat-or-refuse.ts';
import { wantClosing } from './want-closing.ts';

/**
 * Gives a person who came without a seat one of the free seats, and marks them as present, while the roll is open.
 * They are of the age group of the class, a kid has their guardian's consent and is within the reach of the organiser,
 * and their plan includes the class: a seat that would have to be paid for cannot be given away. The transaction locks
 * the class row, so there are never more students than seats.
 */
export async function addWalkIn(
  outer: Ctx,
  classId: string,
  userId: string,
  { search }: ReceivedOf<typeof operation>['query'] = {},
): Promise<AnswerOf<typeof operation>> {
  const organiser = memberOf(outer.actor).userId;
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass) ?? walkInRefusal(liveClass, ctx.now));
    if (liveClass.seat) throw new Refusal(walkInRefusals.hasSeat);
    const [person] = await selectWithinReach(ctx, liveClass, search).where('users.id', '=', userId).execute();
    if (!person) throw new Refusal(walkInRefusals.notForThisClass);
    refuse(planRefusal(person, liveClass));
    await refuseOftenRemoved(ctx, userId);

    const present = { attended: true, markedAt: ctx.now, markedBy: organiser };
    const seat = ctx.db
      .insertInto('classEnrollments')
      .values({ classId, userId, givenLate: true, enrolledAt: ctx.now, agreedAt: ctx.now, ...present });
    await insertSeatOrRefuse(() => seat.execute());
    await wantClosing(ctx, liveClass);
    await notify(ctx, {
      to: [userId],
      kind: 'classes.walked-in',
      detail: { title: liveClass.title },
      link: learnersAddress(classId),
      about: classId,
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return selectRoster(ctx, classId);
  });
}
