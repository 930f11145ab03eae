import type { Offer, OwnMembership, PaidTier } from '../contract.ts';

/** The change of plan that the dialog asks to confirm. */
export type Asking = { act: 'pay' | 'change'; tier: PaidTier; offer: Offer } | { act: 'cancel' | 'resume' };

type Words =
  | 'leave.text'
  | 'cancel.now'
  | 'cancel.text'
  | 'resume.text'
  | 'change.keep'
  | 'change.text'
  | 'pay.upgrade'
  | 'pay.text'
  | 'pay.replaces';

/** The sentences, keys below `dialog`, that say what a change of plan costs and takes away. */
export function planDialogWords(asking: Asking, membership: OwnMembership | null): Words[] {
  if (!('offer' in asking)) {
    if (asking.act === 'resume') return ['resume.text'];
    if (membership?.endsAt === null) return ['leave.text'];
    // The day to which the plan was paid is past: no more is kept.
    const isOver = membership !== null && (membership.inGrace || membership.renewing);
    return [isOver ? 'cancel.now' : 'cancel.text'];
  }
  const { action, dueCents, priceCents } = asking.offer;
  if (asking.act === 'change') return [action === 'keep' ? 'change.keep' : 'change.text'];
  if (dueCents < priceCents) return ['pay.upgrade'];
  // Nothing was paid of the plan that ends, such as one that an administrator gave.
  return action === 'upgrade' ? ['pay.text', 'pay.replaces'] : ['pay.text'];
}
