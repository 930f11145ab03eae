import { setGuardianConsent } from '#features/accounts/guardian/set-guardian-consent.ts';
import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
import { stopPlanWithoutConsent } from '#features/memberships/change/stop-plan-without-consent.ts';
import { notify } from '#features/notifications/notify.ts';
import { refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * An administrator records a guardian's consent that came on another way, or revokes one. Revoking gives back the kid's
 * seats in coming classes, and has their plan charged no more. Without a change nothing is recorded.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function changeGuardianConsent(
  outer: Ctx,
  { id, given, reason }: { id: string; given: boolean; reason?: string | undefined },
): Promise<{ id: string; given: boolean }> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    if (!(await setGuardianConsent(ctx, id, given))) return { id, given };
    if (!given) {
      // The seats of a kid are in kids' classes, the ones that an adult would lose.
      await leaveClassesOfOtherAgeGroup(ctx, id, 'adult', refundReasons.consentWithdrawn);
      await stopPlanWithoutConsent(ctx, id);
    }
    await recordPersonAct(ctx, person, {
      act: given ? 'people.record-consent' : 'people.revoke-consent',
      reason,
    });
    const kind = given ? 'people.consent-given' : 'people.consent-revoked';
    await notify(ctx, { to: [id], kind, link: '/classes' });
    return { id, given };
  });
}
