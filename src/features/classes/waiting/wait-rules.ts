import type { Actor } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { buyRefusals, enrolRefusals, waitRefusals } from '../contract.ts';
import { may, type Subject } from '../permissions.ts';
import { enrolRefusal, type SeatFacts } from '../rules.ts';

/** What `waitRefusal` needs to know of a class. */
type Awaited = Subject & SeatFacts & { priceCents: number | null };

/**
 * Why an actor cannot wait for a seat; null where they can. Students wait who could enrol or buy a seat, were one free.
 * Joining a list that one is on already changes nothing, so it is not refused.
 */
export function waitRefusal(actor: Actor, liveClass: Awaited, now: Date): RefusalKind | null {
  const mayNot = may(actor, 'enrol', liveClass);
  const isSold = mayNot === enrolRefusals.tierTooLow && liveClass.priceCents !== null;
  if (mayNot && !isSold) return mayNot;
  if (liveClass.isEnrolled || liveClass.isHeld) return buyRefusals.alreadyYours;
  const refusal = enrolRefusal(liveClass, now);
  if (refusal === null) return liveClass.waitingPlace === null ? waitRefusals.notFull : null;
  return refusal === enrolRefusals.full || refusal === enrolRefusals.keptForWaiting ? null : refusal;
}
