import { recordAct } from '#features/audit/record-act.ts';
import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
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
import { publishPeopleChanged } from '../publish-people-changed.ts';

/**
 * Marks an account as an adult's or a kid's. Gives back its seats in coming classes of the other age group, because
 * adults and kids never share a class, and refunds the paid ones. Deletes a kid's handles and picture for good.
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
    await recordAct(ctx, {
      act: 'people.change-age-group',
      personId: id,
      words: { name: { of: id, text: person.name } },
      detail: { to: ageGroup, seatsGivenBack },
      ...(reason && { reason }),
    });
    await notify(ctx, {
      to: [id],
      kind: 'people.age-group-changed',
      detail: { ageGroup, seats: seatsGivenBack },
      link: '/classes',
    });
    await publishPeopleChanged(ctx, id);
    return { id, ageGroup, seatsGivenBack };
  });
}
