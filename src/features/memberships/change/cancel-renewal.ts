import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { findCurrentMembership } from '../find-current-membership.ts';
import { publishMembershipChanged } from '../publish-membership-changed.ts';
import type { CurrentMembership } from '../rules.ts';
import { updateMembership } from './update-membership.ts';

/**
 * Has a running subscription end with the month that is paid, in the caller's transaction: its member cancelled, or is
 * not charged for what they cannot use. Answers the membership as it was; null where nothing was to be renewed.
 */
export async function cancelRenewal(ctx: Ctx, userId: string): Promise<CurrentMembership | null> {
  await lockPerson(ctx, userId);
  const current = await findCurrentMembership(ctx, userId);
  if (!current?.subscriptionRef || current.cancelledAt) return null;
  await updateMembership(ctx, userId, { cancelledAt: ctx.now, graceEndsAt: null, nextTier: null });
  await requestChange(ctx, current.subscriptionRef, { change: 'end-later' });
  await publishMembershipChanged(ctx, userId);
  return current;
}
