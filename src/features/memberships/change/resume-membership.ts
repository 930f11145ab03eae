import { guardianFirst } from '#features/accounts/contract.ts';
import { hasGuardianConsent } from '#features/accounts/guardian/has-guardian-consent.ts';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { membershipRefusals } from '../contract.ts';
import { findCurrentMembership } from '../find-current-membership.ts';
import { publishMembershipChanged } from '../publish-membership-changed.ts';
import { renewalAwaitedUntil } from '../rules.ts';
import { readRunningPrice } from './read-running-price.ts';
import { updateMembership } from './update-membership.ts';

/**
 * Takes a cancellation back: the subscription renews at the tier and the price it has. The provider is told both,
 * because it may know of a lower tier that was planned before the cancellation. A kid needs the consent of their
 * guardian.
 * @throws Refusal signInFirst, nothingToResume, guardianFirst
 */
export async function resumeMembership(outer: Ctx): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    if (!current?.subscriptionRef || !current.endsAt || current.endsAt <= ctx.now) {
      throw new Refusal(membershipRefusals.nothingToResume);
    }
    if (!current.cancelledAt) return;
    if (!(await hasGuardianConsent(ctx, userId))) throw new Refusal(guardianFirst);
    await updateMembership(ctx, userId, {
      cancelledAt: null,
      graceEndsAt: renewalAwaitedUntil(current.endsAt),
    });
    await withdrawNotices(ctx, { from: userId, kinds: ['memberships.renewal-stopped'] });
    const price = await readRunningPrice(ctx, current);
    await requestChange(ctx, current.subscriptionRef, {
      change: 'switch-tier',
      tier: current.tier,
      ...price,
    });
    await publishMembershipChanged(ctx, userId);
  });
}
