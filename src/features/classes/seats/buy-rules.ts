import { type Actor, type AgeGroup, type Tier, tierRank } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { buyRefusals, enrolRefusals, type Status } from '../contract.ts';
import { may, type Subject } from '../permissions.ts';
import { enrolRefusal, type Seats } from '../rules.ts';

/** What deciding about buying a seat takes. */
export type Sold = Subject &
  Seats & {
    startsAt: Date;
    status: Status;
    requiredTier: Tier;
    targetAudience: AgeGroup;
    priceCents: number | null;
    /** Whether a seat is kept for whoever asks, and only waits for their payment. */
    isHeld: boolean;
  };

/**
 * Why somebody cannot buy a single seat; null where they can. Whoever sees the class and is of its age can, where
 * their tier does not reach: with one that does, it costs nothing. A seat that is kept for them may be paid for
 * until the class begins, also when the others are taken.
 */
export function buyRefusal(actor: Actor, liveClass: Sold, now: Date): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  const hidden = may(actor, 'see', liveClass);
  if (hidden) return hidden;
  if (liveClass.createdBy === actor.userId) return enrolRefusals.ownClass;
  if (liveClass.targetAudience !== actor.ageGroup) return enrolRefusals.otherAudience;
  if (liveClass.isEnrolled) return buyRefusals.alreadyYours;
  if (tierRank(actor.tier) >= tierRank(liveClass.requiredTier)) return buyRefusals.inYourPlan;
  if (liveClass.priceCents === null) return buyRefusals.notSold;
  return enrolRefusal(liveClass, now);
}
