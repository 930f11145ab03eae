import { graceAfter } from '#features/memberships/rules.ts';
import type { Tier } from '#shared/actor.ts';

/** When the plan ends that a student's seat hangs on, where the seat is given back before the class; null else. */
export function planEndsAt({
  isEnrolled,
  paymentId,
  requiredTier,
  endOfPlan,
  startsAt,
}: {
  isEnrolled: boolean;
  paymentId: string | null;
  requiredTier: Tier;
  endOfPlan: Date | null;
  startsAt: Date;
}): Date | null {
  const isOfPlan = isEnrolled && paymentId === null && requiredTier !== 'free';
  return isOfPlan && endOfPlan !== null && graceAfter(endOfPlan) <= startsAt ? endOfPlan : null;
}
