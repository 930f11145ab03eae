import { setGuardianConsent } from '#features/accounts/guardian/set-guardian-consent.ts';
import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
import { stopPlanWithoutConsent } from '#features/memberships/change/stop-plan-without-consent.ts';
import { notify } from '#features/notifications/notify.ts';
import { refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Ends the consent of a kid's guardian, or refuses one that was not given, gives back the kid's seats in coming
 * classes and has their plan charged no more. Answers whether there was anything to end. To be called in a transaction
 * that has locked the kid.
 */
export async function endConsent(ctx: Ctx, userId: string): Promise<boolean> {
  if (!(await setGuardianConsent(ctx, userId, false))) return false;
  // The seats of a kid are in kids' classes, the ones that an adult would lose.
  await leaveClassesOfOtherAgeGroup(ctx, userId, 'adult', refundReasons.consentWithdrawn);
  await stopPlanWithoutConsent(ctx, userId);
  await notify(ctx, { to: [userId], kind: 'people.consent-revoked', link: '/classes' });
  return true;
}
