import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { findCurrentMembership } from '../find-current-membership.ts';
import { publishMembershipChanged } from '../publish-membership-changed.ts';
import { updateMembership } from './update-membership.ts';

/**
 * Has a running subscription end with the month that is paid, in the caller's transaction: its member cancelled, or was
 * suspended and is not charged for what they cannot use.
 */
export async function cancelRenewal(ctx: Ctx, userId: string): Promise<void> {
  await lockPerson(ctx, userId);
  const current = await findCurrentMembership(ctx, userId);
  if (!current?.subscriptionRef || current.cancelledAt) return;
  await updateMembership(ctx, userId, { cancelledAt: ctx.now, graceEndsAt: null, nextTier: null });
  await requestChange(ctx, current.subscriptionRef, { change: 'end-later' });
  await publishMembershipChanged(ctx, userId);
}
