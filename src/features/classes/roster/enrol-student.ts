import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { isAdmin } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { leavesLateAtOnce } from '../absences/absence-rules.ts';
import { type enrolStudent as operation, walkInRefusals } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { learnersAddress } from '../rules.ts';
import { refuseCandidate } from '../seats/enrol-rules.ts';
import { readLastingBookings } from '../seats/read-bookings.ts';
import { takeSeat } from '../seats/take-seat.ts';
import { selectRoster } from './read-roster.ts';
import { refuseOftenRemoved } from './refuse-often-removed.ts';
import { selectWithinReach } from './select-candidates.ts';

/**
 * An organiser enrols a student in a class that has not begun, and the student is told. The decision is the one of
 * enrolling (`enrol-rules.ts`), so an organiser gives no seat that the student could not take: it is never oversold,
 * taken from those who wait, or given to a student who would have to pay for it. A seat that is offered to the student,
 * or held while they pay, becomes the enrolment. In a club that is too near to be left for free nothing is counted
 * against a student who did not ask for the seat. Nothing changes for a student with a seat, and they are not told. A
 * kid out of a teacher's reach (`selectWithinReach`) does not exist for them.
 */
export async function enrolStudent(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  { search }: ReceivedOf<typeof operation>['query'] = {},
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass));
    if (liveClass.isEnrolled) return selectRoster(ctx, classId);
    const [student] = await selectWithinReach(ctx, liveClass, search)
      .where('users.id', '=', userId)
      .execute();
    if (!student) {
      await refuseUnlessPerson(ctx, userId);
      if (liveClass.targetAudience === 'kid' && !isAdmin(ctx.actor))
        throw new Refusal(commonRefusals.notFound);
      throw new Refusal(walkInRefusals.notForThisClass);
    }
    const { paused } = await readLastingBookings(ctx, userId, liveClass);
    const refusal = refuseCandidate(student, liveClass, { paused, now: ctx.now });
    if (refusal) throw refusal;
    await refuseOftenRemoved(ctx, userId);

    const givenLate = leavesLateAtOnce(liveClass, liveClass.rules, ctx.now);
    await takeSeat(ctx, { classId, userId, givenLate }, liveClass);
    const { title } = liveClass;
    await notify(ctx, {
      to: [userId],
      exceptActor: true,
      kind: 'classes.seat-given',
      detail: { title, startsAt: liveClass.startsAt.toISOString() },
      link: learnersAddress(classId),
      about: classId,
    });
    await recordAct(ctx, {
      act: 'classes.enrol-student',
      personId: userId,
      subject: classId,
      detail: { title },
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return selectRoster(ctx, classId);
  });
}
