import type { Offer, OwnMembership, PaidTier } from '../contract.ts';

/** The change of plan that the dialog asks to confirm. */
export type Asking = { act: 'pay' | 'change'; tier: PaidTier; offer: Offer } | { act: 'cancel' | 'resume' };

type Words =
  | 'dialog.leave.text'
  | 'dialog.cancel.now'
  | 'dialog.cancel.text'
  | 'dialog.resume.text'
  | 'dialog.change.keep'
  | 'dialog.change.text'
  | 'dialog.pay.upgrade'
  | 'dialog.pay.text'
  | 'dialog.pay.replaces';

/** The keys of the sentences that say what a change of plan costs and takes away. */
export function planDialogWords(asking: Asking, membership: OwnMembership | null): Words[] {
  if (!('offer' in asking)) {
    if (asking.act === 'resume') return ['dialog.resume.text'];
    if (membership?.endsAt === null) return ['dialog.leave.text'];
    // The day to which the plan was paid is past: no more is kept.
    const isOver = membership !== null && (membership.inGrace || membership.renewing);
    return [isOver ? 'dialog.cancel.now' : 'dialog.cancel.text'];
  }
  const { action, dueCents, priceCents } = asking.offer;
  if (asking.act === 'change') return [action === 'keep' ? 'dialog.change.keep' : 'dialog.change.text'];
  if (dueCents < priceCents) return ['dialog.pay.upgrade'];
  // Nothing was paid of the plan that ends, such as one that an administrator gave.
  return action === 'upgrade' ? ['dialog.pay.text', 'dialog.pay.replaces'] : ['dialog.pay.text'];
}
