import { hasGuardianConsent } from '#features/accounts/guardian/has-guardian-consent.ts';
import { notify } from '#features/notifications/notify.ts';
import { giveUpPlanCheckouts } from '#features/payments/checkout/give-up-checkouts.ts';
import type { Ctx } from '#server/ctx.ts';
import { cancelRenewal } from './cancel-renewal.ts';

/**
 * Has a kid without the consent of their guardian pay for no plan any more, as it opens only live classes: nothing
 * renews the one they have, of which they are told, and open checkouts of plans are given up. To be called in the
 * transaction that ends a consent or makes a kid of a person, which has locked the person (`lockPerson`).
 */
export async function stopPlanWithoutConsent(ctx: Ctx, userId: string): Promise<void> {
  if (await hasGuardianConsent(ctx, userId)) return;
  await giveUpPlanCheckouts(ctx, userId);
  const { tier, endsAt } = (await cancelRenewal(ctx, userId)) ?? {};
  // A person whose paid month is over already is told that the plan has ended.
  if (!tier || !endsAt || endsAt <= ctx.now) return;
  await notify(ctx, {
    to: [userId],
    kind: 'memberships.renewal-stopped',
    detail: { tier, until: endsAt.toISOString() },
    link: '/membership',
  });
}
