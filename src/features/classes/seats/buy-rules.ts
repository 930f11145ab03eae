import { guardianFirst } from '#features/accounts/contract.ts';
import { type Actor, tierRank } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { buyRefusals, enrolRefusals } from '../contract.ts';
import { may, type Subject } from '../permissions.ts';
import { enrolRefusal, type SeatFacts } from '../rules.ts';

/** What `buyRefusal` needs to know of a class. */
export type Sold = Subject & SeatFacts & { priceCents: number | null };

/**
 * Why an actor cannot buy a single seat; null where they can. A person who sees the class and is of its age group
 * can, where their tier is too low; with a sufficient tier the seat costs nothing. A seat that is held for them, for
 * a payment or as an offer, can be paid for until the class begins, also when the other seats are taken.
 */
export function buyRefusal(actor: Actor, liveClass: Sold, now: Date): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  const hidden = may(actor, 'see', liveClass);
  if (hidden) return hidden;
  if (liveClass.createdBy === actor.userId) return enrolRefusals.ownClass;
  if (liveClass.targetAudience !== actor.ageGroup) return enrolRefusals.otherAudience;
  if (!actor.guardianConsent) return guardianFirst;
  if (liveClass.isEnrolled) return buyRefusals.alreadyYours;
  if (tierRank(actor.tier) >= tierRank(liveClass.requiredTier)) return buyRefusals.inYourPlan;
  if (liveClass.priceCents === null) return buyRefusals.notSold;
  return enrolRefusal(liveClass, now);
}
