import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { certificateItem, storeRefusals } from './contract.ts';

/** The part of an order that decides who may settle it. */
export type OrderSubject = {
  readonly userId: string;
  readonly itemId: string;
  /** Whether the buyer attended a class of the actor. */
  readonly isLearner: boolean;
  /** Whether it is a private class of a kid without the consent of their guardian. */
  readonly lacksConsent: boolean;
};

/**
 * `price`: change the price of an item and whether it is for sale. `deliver`: open the list of orders. `fulfilMany`:
 * hand several orders over at once. `fulfil` and `refund`: settle one order. Administrators may do all, verified
 * teachers only fulfil level certificates of students who attended a class of theirs, and neither may settle an order
 * of their own. A kid without consent is given no private class. Null when allowed.
 */
export function may(actor: Actor, verb: 'price' | 'deliver' | 'fulfilMany'): RefusalKind | null;
export function may(actor: Actor, verb: 'fulfil' | 'refund', order: OrderSubject): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'price' | 'deliver' | 'fulfilMany' | 'fulfil' | 'refund',
  order?: OrderSubject,
): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  const knowsLevel = order?.itemId === certificateItem && order.isLearner;
  const vouches = actor.verifiedTeacher && (verb === 'deliver' || (verb === 'fulfil' && knowsLevel));
  if (!isAdmin(actor) && !vouches) return commonRefusals.notAllowed;
  if (order?.userId === actor.userId) return storeRefusals.ownOrder;
  return verb === 'fulfil' && order?.lacksConsent ? storeRefusals.buyerNeedsConsent : null;
}
