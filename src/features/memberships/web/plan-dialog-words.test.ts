import { expect, it } from 'vitest';
import type { Offer, OwnMembership } from '../contract.ts';
import { planDialogWords } from './plan-dialog-words.ts';

const own: OwnMembership = {
  tier: 'basic',
  startedAt: '2026-04-03T10:00:00.000Z',
  endsAt: '2026-05-03T10:00:00.000Z',
  graceEndsAt: null,
  renews: true,
  cancelled: false,
  inGrace: false,
  renewing: false,
  nextTier: null,
  canCancel: true,
  canResume: false,
};
const offer: Offer = {
  tier: 'premium',
  rank: 2,
  priceCents: 2000,
  currency: 'USD',
  action: 'upgrade',
  dueCents: 2000,
  refusal: null,
};
const pay = (facts: Partial<Offer>) =>
  ({ act: 'pay', tier: 'premium', offer: { ...offer, ...facts } }) as const;

it.each([
  ['keeps a running plan to its end', own, 'memberships:dialog.cancel.text'],
  ['ends a plan in its days of grace at once', { ...own, inGrace: true }, 'memberships:dialog.cancel.now'],
  [
    'ends a plan whose month is being renewed at once',
    { ...own, renewing: true },
    'memberships:dialog.cancel.now',
  ],
  ['leaves a plan without an end', { ...own, endsAt: null }, 'memberships:dialog.leave.text'],
])('the dialog of cancelling says that it %s', (_, membership, key) => {
  expect(planDialogWords({ act: 'cancel' }, membership)).toEqual([key]);
});

it('the dialog of a higher plan says that the rest is subtracted where something is', () => {
  expect(planDialogWords(pay({ dueCents: 1500 }), own)).toEqual(['memberships:dialog.pay.upgrade']);
});

it('the dialog of a higher plan says that the plan ends of which nothing is subtracted', () => {
  const given = { ...own, endsAt: null, renews: false };
  expect(planDialogWords(pay({}), given)).toEqual([
    'memberships:dialog.pay.text',
    'memberships:dialog.pay.replaces',
  ]);
});

it('the dialog of a first plan says its price alone', () => {
  expect(planDialogWords(pay({ action: 'buy' }), null)).toEqual(['memberships:dialog.pay.text']);
});
