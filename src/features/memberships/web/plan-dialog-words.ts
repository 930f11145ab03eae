import type { Offer, OwnMembership, PaidTier } from '../contract.ts';

/** The change of plan that the dialog asks to confirm. */
export type Asking = { act: 'pay' | 'change'; tier: PaidTier; offer: Offer } | { act: 'cancel' | 'resume' };

type Words =
  | 'memberships:dialog.leave.text'
  | 'memberships:dialog.cancel.now'
  | 'memberships:dialog.cancel.text'
  | 'memberships:dialog.resume.text'
  | 'memberships:dialog.change.keep'
  | 'memberships:dialog.change.text'
  | 'memberships:dialog.pay.upgrade'
  | 'memberships:dialog.pay.text'
  | 'memberships:dialog.pay.replaces';

/** The keys of the sentences that say what a change of plan costs and takes away. */
export function planDialogWords(asking: Asking, membership: OwnMembership | null): Words[] {
  if (!('offer' in asking)) {
    if (asking.act === 'resume') return ['memberships:dialog.resume.text'];
    if (membership?.endsAt === null) return ['memberships:dialog.leave.text'];
    // The day to which the plan was paid is past: no more is kept.
    const isOver = membership !== null && (membership.inGrace || membership.renewing);
    return [isOver ? 'memberships:dialog.cancel.now' : 'memberships:dialog.cancel.text'];
  }
  const { action, dueCents, priceCents } = asking.offer;
  if (asking.act === 'change')
    return [action === 'keep' ? 'memberships:dialog.change.keep' : 'memberships:dialog.change.text'];
  if (dueCents < priceCents) return ['memberships:dialog.pay.upgrade'];
  // Nothing was paid of the plan that ends, such as one that an administrator gave.
  return action === 'upgrade'
    ? ['memberships:dialog.pay.text', 'memberships:dialog.pay.replaces']
    : ['memberships:dialog.pay.text'];
}
