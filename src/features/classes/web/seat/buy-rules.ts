import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { enrolRefusal } from '../../rules.ts';

/** Whether the reader can buy a single seat: their tier is too low and no other rule refuses. */
export function isSeatSold(liveClass: ClassCard, now: Date): boolean {
  const { allowed, priceCents, heldUntil, startsAt } = liveClass;
  if (allowed.enrol !== enrolRefusals.tierTooLow.code || priceCents === null) return false;
  const facts = { ...liveClass, startsAt: new Date(startsAt), isHeld: heldUntil !== null };
  return enrolRefusal(facts, now) === null;
}
