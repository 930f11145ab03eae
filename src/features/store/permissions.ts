import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { certificateItem, storeRefusals } from './contract.ts';

/** An order, as far as it matters who may settle it. */
export type OrderSubject = { readonly userId: string; readonly itemId: string };

/**
 * `price`: change the price of an item and whether it is for sale. `deliver`: open the list of orders. `fulfil` and
 * `refund`: settle one order. Administrators may do all, verified teachers only fulfil level certificates, and neither
 * may settle an order of their own. Null when allowed.
 */
export function may(actor: Actor, verb: 'price' | 'deliver'): RefusalKind | null;
export function may(actor: Actor, verb: 'fulfil' | 'refund', order: OrderSubject): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'price' | 'deliver' | 'fulfil' | 'refund',
  order?: OrderSubject,
): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  const vouches =
    actor.verifiedTeacher && (verb === 'deliver' || (verb === 'fulfil' && order?.itemId === certificateItem));
  if (!isAdmin(actor) && !vouches) return commonRefusals.notAllowed;
  return order?.userId === actor.userId ? storeRefusals.ownOrder : null;
}
