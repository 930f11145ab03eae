import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
import { stopPlanWithoutConsent } from '#features/memberships/change/stop-plan-without-consent.ts';
import { notify } from '#features/notifications/notify.ts';
import { setAgeGroup } from '#features/profiles/set-age-group.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AgeGroup } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { changeAgeGroup as operation } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * Marks an account as an adult's or a kid's. Gives back its seats in coming classes of the other age group, because
 * adults and kids never share a class, and refunds the paid ones. Deletes a kid's handles and picture for good. A kid
 * has the consent of their guardian by that, unless one was asked or revoked before.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function changeAgeGroup(
  outer: Ctx,
  { id, ageGroup, reason }: { id: string; ageGroup: AgeGroup; reason?: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    const changed = await setAgeGroup(ctx, id, ageGroup);
    if (!changed) return { id, ageGroup, seatsGivenBack: 0 };

    const seatsGivenBack = await leaveClassesOfOtherAgeGroup(ctx, id, ageGroup);
    await stopPlanWithoutConsent(ctx, id);
    await recordPersonAct(ctx, person, {
      act: 'people.change-age-group',
      detail: { to: ageGroup, seatsGivenBack },
      reason,
    });
    await notify(ctx, {
      to: [id],
      kind: 'people.age-group-changed',
      detail: { ageGroup, seats: seatsGivenBack },
      link: '/classes',
    });
    return { id, ageGroup, seatsGivenBack };
  });
}
