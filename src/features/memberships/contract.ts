import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { paymentRefusals, startedCheckout } from '#features/payments/contract.ts';
import { tiers } from '#shared/actor.ts';
import { currencies, priceLimits } from '#shared/formats/currencies.ts';
import { operation } from '#shared/operation.ts';
import type { RefusalKind } from '#shared/refusal.ts';

export const membershipRefusals = {
  alreadyYours: { code: 'memberships/already-yours', status: 409 },
  lowerLater: { code: 'memberships/lower-later', status: 409 },
  afterThisOne: { code: 'memberships/after-this-one', status: 409 },
  leaveFirst: { code: 'memberships/leave-first', status: 409 },
  nothingToCancel: { code: 'memberships/nothing-to-cancel', status: 409 },
  changedMeanwhile: { code: 'memberships/changed-meanwhile', status: 409 },
  nothingToResume: { code: 'memberships/nothing-to-resume', status: 409 },
  priceChanged: { code: 'memberships/price-changed', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** A month in one tier. */
export const plan = z.object({
  tier: z.enum(tiers),
  /** 0 for free up to 3 for vip: a plan opens every class that asks for its rank or less. */
  rank: z.int(),
  /** Whole cents of `currency`; 0 is free. */
  priceCents: z.int(),
  /** ISO 4217. */
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = operation({
  id: 'listPlans',
  method: 'get',
  path: '/api/memberships/plans',
  offline: true,
  summary: 'The membership plans and what a month costs, from the least to the most.',
  answer: z.object({ items: z.array(plan) }),
});

const paidTiers = ['basic', 'premium', 'vip'] as const;
const paidTier = z.enum(paidTiers);
export type PaidTier = (typeof paidTiers)[number];

export const setPlanPrice = operation({
  id: 'setPlanPrice',
  method: 'put',
  path: '/api/memberships/plans/{tier}',
  summary:
    'Sets what a month of a plan costs members who take it from now on; running subscriptions keep their price. Administrators only.',
  params: z.object({ tier: paidTier }),
  body: z.object({
    priceCents: z.int().min(priceLimits.least).max(priceLimits.most),
    /** Left out: the one that it has. */
    currency: z.enum(currencies).optional(),
  }),
  answer: plan,
  refusals: [paymentRefusals.belowLeast],
});

/**
 * What the reader can do about a plan:
 * - `current`: the plan they have. `next`: the plan they have from the next month on.
 * - `buy`: pay for it. `upgrade`: pay the difference now; it begins at once. `later`: change to it when the paid month
 *   ends, at no cost now. `keep`: they have it, and can call off the change that is planned.
 * - `resume`: they have it until it ends, and can take their cancellation back. `none`: nothing; `refusal` may say why.
 */
const planActions = ['current', 'next', 'buy', 'upgrade', 'later', 'keep', 'resume', 'none'] as const;

export const offer = plan.extend({
  action: z.enum(planActions),
  /** What they pay now, for `buy` and `upgrade`: the price less the unused rest of the plan that ends. */
  dueCents: z.int(),
  refusal: z.string().nullable(),
});
export type Offer = z.infer<typeof offer>;

export const ownMembership = z.object({
  tier: z.enum(tiers),
  startedAt: z.iso.datetime(),
  /** Null when it has no end. */
  endsAt: z.iso.datetime().nullable(),
  /** The month could not be charged: the days of grace end then. */
  graceEndsAt: z.iso.datetime().nullable(),
  /** A subscription that is charged again when the month ends. */
  renews: z.boolean(),
  cancelled: z.boolean(),
  inGrace: z.boolean(),
  /** The month is over, and the next one is not charged yet. */
  renewing: z.boolean(),
  nextTier: z.enum(tiers).nullable(),
  canCancel: z.boolean(),
  canResume: z.boolean(),
});
export type OwnMembership = z.infer<typeof ownMembership>;

const membershipAnswer = z.object({
  /** Null for the free tier. */
  membership: ownMembership.nullable(),
  offers: z.array(offer),
  /** Whether a member can pay online, and whether with the test provider, at which no money moves. */
  payments: z.enum(['open', 'test', 'closed']),
});
export type MembershipAnswer = z.infer<typeof membershipAnswer>;

export const readMembership = operation({
  id: 'readMembership',
  method: 'get',
  path: '/api/memberships/mine',
  offline: true,
  summary: "The signed-in person's plan, until when, and what they can do about each plan.",
  answer: membershipAnswer,
});

const chosenTier = z.object({ tier: paidTier });

export const buyMembership = operation({
  id: 'buyMembership',
  method: 'post',
  path: '/api/memberships/mine/checkout',
  summary:
    "Begins paying for a plan, or for a higher one at once; the price is the server's. Asked again, it is the same checkout.",
  body: chosenTier,
  answer: startedCheckout,
  refusals: [
    guardianFirst,
    membershipRefusals.alreadyYours,
    membershipRefusals.lowerLater,
    membershipRefusals.afterThisOne,
    membershipRefusals.leaveFirst,
    membershipRefusals.changedMeanwhile,
    paymentRefusals.closed,
    paymentRefusals.away,
  ],
});

export const changeMembership = operation({
  id: 'changeMembership',
  method: 'post',
  path: '/api/memberships/mine/change',
  summary:
    'Plans a lower plan for when the month that is paid for ends, or, with the plan one has, calls that off.',
  body: chosenTier.extend({
    /** The month of the lower plan that the member saw: another price is refused. Left out, any price is accepted. */
    priceSeen: z.int().min(0).optional(),
  }),
  answer: membershipAnswer,
  refusals: [
    membershipRefusals.alreadyYours,
    membershipRefusals.afterThisOne,
    membershipRefusals.priceChanged,
  ],
});

export const cancelMembership = operation({
  id: 'cancelMembership',
  method: 'post',
  path: '/api/memberships/mine/cancel',
  summary: 'Stops renewing. What is paid for is kept to its end. Asked twice, it is no error.',
  answer: membershipAnswer,
  refusals: [membershipRefusals.nothingToCancel],
});

export const resumeMembership = operation({
  id: 'resumeMembership',
  method: 'post',
  path: '/api/memberships/mine/resume',
  summary: 'Goes on renewing after all, while what is paid for lasts.',
  answer: membershipAnswer,
  refusals: [membershipRefusals.nothingToResume, guardianFirst],
});
