import { z } from 'zod';
import { tiers } from '#shared/actor.ts';
import { currencies, priceLimits } from '#shared/formats/currencies.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput, pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText, searchText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';
import { byHandRefusals, paymentRefusals } from './payment-refusals.ts';

/** Payments, refunds and teachers' earnings. Amounts are whole cents of a currency (ISO 4217). */

/** The teacher's share of a paid seat, in percent; rounded down to the cent. */
export const teacherSharePercent = 70;

export const kinds = ['membership', 'single'] as const;
export type Kind = (typeof kinds)[number];

/** `refunded` follows `completed`; a `failed` payment becomes `completed` when its money comes late. */
export const statuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type Status = (typeof statuses)[number];

/**
 * What a list of payments may be narrowed to: `refunding` are completed ones whose refund is not made yet,
 * `owed-back` refunded ones whose money an administrator has to give back, because the refund failed or they were
 * paid by hand.
 */
export const listedStatuses = [...statuses, 'refunding', 'owed-back'] as const;

export const methods = ['card', 'oxxo', 'cash', 'transfer'] as const;
export type Method = (typeof methods)[number];

/** How money changes hands outside of a provider. */
export const handMethods = ['cash', 'transfer'] as const;
export type HandMethod = (typeof handMethods)[number];

const providerNames = ['stripe', 'test', 'manual'] as const;

export * from './earnings-operations.ts';
export * from './payment-refusals.ts';

const cents = z.int();
const currency = z.string().regex(/^[A-Z]{3}$/);
const paymentId = z.object({ id: uuid });

const paymentFacts = {
  id: uuid,
  kind: z.enum(kinds),
  /** Memberships only. */
  tier: z.enum(tiers).nullable(),
  /** The title of the class when it was paid; `classId` is null once the class is deleted. */
  title: z.string().nullable(),
  classId: uuid.nullable(),
  amountCents: cents,
  currency,
  /** What the provider says was paid, where that is another amount than was asked; it goes back. Else null. */
  paidOtherwise: z.object({ amountCents: cents, currency }).nullable(),
  method: z.enum(methods),
  status: z.enum(statuses),
  /** A refund was requested and is not made yet. */
  refundWanted: z.boolean(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  /** Plans only, once paid: the time that was paid. */
  paidTime: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
  /** The payer's bank took the money back, by a dispute. */
  refundedByBank: z.boolean(),
  /** An administrator has to give the money back: the refund failed, or it was paid by hand or by voucher. */
  owedBack: z.boolean(),
  /** How an administrator gave it back. */
  givenBack: z.object({ method: z.enum(handMethods), at: z.iso.datetime() }).nullable(),
  /** No money moved: the built-in test provider. */
  isTest: z.boolean(),
};

/** A payment as the person who pays sees it. */
export const ownPayment = z.object({
  ...paymentFacts,
  /** While pending: where to pay, or the voucher that is to be paid, and until when. */
  url: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type OwnPayment = z.infer<typeof ownPayment>;

/** A payment as administrators see it. */
export const overseenPayment = z.object({
  ...paymentFacts,
  person: z.object({ id: uuid, name: z.string(), email: z.string() }),
  /** Seats only. */
  teacherName: z.string().nullable(),
  provider: z.enum(providerNames),
  teacherShareCents: cents,
  refundReason: z.string().nullable(),
  givenBackReason: z.string().nullable(),
  /** The refund that had failed holds after all, or the bank took back what was refunded: the money went back twice. */
  givenBackTwice: z.boolean(),
  note: z.string().nullable(),
  allowed: z.object({ refund: z.string().nullable(), giveBack: z.string().nullable() }),
});
export type OverseenPayment = z.infer<typeof overseenPayment>;

/** A checkout that has begun: `url` is where to pay. */
export const startedCheckout = z.object({ paymentId: uuid, url: z.string() });
export type StartedCheckout = z.infer<typeof startedCheckout>;

export const listOwnPayments = operation({
  id: 'listOwnPayments',
  method: 'get',
  path: '/api/payments/mine',
  summary: "The signed-in person's payments, newest first; checkouts without a payment are left out.",
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(ownPayment), nextCursor: z.string().nullable() }),
});

export const readOwnPayment = operation({
  id: 'readOwnPayment',
  method: 'get',
  path: '/api/payments/{id}',
  summary: "One of the signed-in person's payments; 404 for another person's.",
  params: paymentId,
  answer: ownPayment,
  refusals: [commonRefusals.notFound],
});

export const checkPayment = operation({
  id: 'checkPayment',
  method: 'post',
  path: '/api/payments/{id}/check',
  summary: 'Asks the payment service how one of your own payments stands, without waiting to be told.',
  params: paymentId,
  answer: ownPayment,
  refusals: [commonRefusals.notFound, paymentRefusals.away],
});

export const dropPayment = operation({
  id: 'dropPayment',
  method: 'post',
  path: '/api/payments/{id}/drop',
  summary: 'Gives up a payment of your own that is pending, and what it kept.',
  params: paymentId,
  answer: ownPayment,
  refusals: [commonRefusals.notFound, paymentRefusals.notPending],
});

/** Instants with an offset or Z; `from` is inside the period, `to` is not. */
const period = z.object({
  from: typedInstant.optional(),
  to: typedInstant.optional(),
}).shape;

/**
 * The filters of the list, its totals and its export. The period is that of when they were paid, or begun; of the
 * refunded ones, when the money went back.
 */
export const paymentFilters = z.object({
  status: z.enum(listedStatuses).optional(),
  kind: z.enum(kinds).optional(),
  method: z.enum(methods).optional(),
  ...period,
  /** Part of the person's name or e-mail, or the whole id of a payment, Sumi's or the provider's. */
  search: searchText(100).optional(),
});
export type PaymentFilters = z.output<typeof paymentFilters>;

/** Sums of the filtered payments in one currency. */
const totals = z.object({
  currency,
  count: z.int(),
  completedCents: cents,
  pendingCents: cents,
  /** Gone back to the person who paid. */
  refundedCents: cents,
  /** Gone back within the period, whenever it was paid; the same as `refundedCents` without a period. */
  refundedInPeriodCents: cents,
  /** Failed refunds, and those of what was paid by hand or by voucher: an administrator has to give it back. */
  owedBackCents: cents,
  /** Completed since the 1st, midnight in the reader's zone, and not refunded. */
  monthCents: cents,
});
export type Totals = z.infer<typeof totals>;

export const listPayments = operation({
  id: 'listPayments',
  method: 'get',
  path: '/api/payments',
  summary: 'All payments, newest first. Administrators only.',
  query: paymentFilters.extend({
    ...pageQuery({ usual: 50, most: 200 }),
  }),
  answer: z.object({ items: z.array(overseenPayment), nextCursor: z.string().nullable() }),
});

export const readTotals = operation({
  id: 'readTotals',
  method: 'get',
  path: '/api/payments/totals',
  summary: 'Sums of the filtered payments, by currency. Administrators only.',
  query: paymentFilters,
  answer: z.object({ items: z.array(totals) }),
});

export const exportPayments = operation({
  id: 'exportPayments',
  method: 'get',
  path: '/api/payments/export.csv',
  summary: 'The filtered payments as CSV, newest first. Administrators only.',
  query: paymentFilters,
  answer: z.string(),
});

export const recordPayment = operation({
  id: 'recordPayment',
  method: 'post',
  path: '/api/payments/manual',
  summary: 'Records a payment made by hand (cash, transfer) and gives what it pays for. Administrators only.',
  idempotent: true,
  body: z
    .object({
      /** The person who pays: one of the two. */
      personId: uuid.optional(),
      email: z.email().max(254).optional(),
      kind: z.enum(kinds),
      /** Memberships only. */
      tier: z.enum(['basic', 'premium', 'vip']).optional(),
      months: z.int().min(1).max(12).default(1),
      /** Single classes only: the payment gives the seat, and the teacher their share. */
      classId: uuid.optional(),
      amountCents: z.int().min(1).max(100_000_000),
      /** Left out: that of the price of a seat. One with cents, because amounts are stored in cents. */
      currency: currency.refine((code) => currencies.some((each) => each === code)).optional(),
      method: z.enum(handMethods),
      /** When the money changed hands, in the last year; left out: now. */
      paidAt: typedInstant.optional(),
      note: longText(500).optional(),
    })
    .refine(({ kind, tier }) => (kind === 'membership') === (tier !== undefined), {
      path: ['tier'],
      message: 'a membership names its tier, a single class does not',
    })
    .refine(({ kind, classId }) => (kind === 'single') === (classId !== undefined), {
      path: ['classId'],
      message: 'a single class names the class, a membership does not',
    })
    .refine(({ kind, months }) => kind === 'membership' || months === 1, {
      path: ['months'],
      message: 'only a membership is paid by month',
    })
    .refine(({ personId, email }) => (personId === undefined) !== (email === undefined), {
      path: ['personId'],
      message: 'one of personId and email',
    }),
  answer: overseenPayment,
  refusals: [
    commonRefusals.ownMatter,
    paymentRefusals.noSuchPerson,
    paymentRefusals.cannotBeGiven,
    ...Object.values(byHandRefusals),
    paymentRefusals.notYetPaid,
    commonRefusals.notFound,
  ],
});

export const refundPayment = operation({
  id: 'refundPayment',
  method: 'post',
  path: '/api/payments/{id}/refund',
  summary:
    'Gives all of a completed payment back, and takes back what it paid for. Asked twice, it happens once; of a payment by hand or by voucher the second is told so. Administrators only.',
  params: paymentId,
  body: z.object({ reason: lineOfText(longestReason) }),
  answer: overseenPayment,
  refusals: [
    commonRefusals.notFound,
    commonRefusals.ownMatter,
    paymentRefusals.notRefundable,
    paymentRefusals.refundedBefore,
    paymentRefusals.restCredited,
  ],
});

export const giveBackOtherwise = operation({
  id: 'giveBackOtherwise',
  method: 'post',
  path: '/api/payments/{id}/given-back',
  summary:
    'Notes that the money of a refund was given back by hand, once, and tells who paid: it failed, can never be made, or was paid by hand or by voucher. Administrators only.',
  idempotent: true,
  params: paymentId,
  body: z.object({ method: z.enum(handMethods), reason: lineOfText(longestReason) }),
  answer: overseenPayment,
  refusals: [
    commonRefusals.notFound,
    paymentRefusals.refundHolds,
    paymentRefusals.givenBackBefore,
    paymentRefusals.providerAway,
  ],
});

export const seatPrice = z.object({
  priceCents: z.int().min(priceLimits.least).max(priceLimits.most),
  currency,
});
export type SeatPrice = z.infer<typeof seatPrice>;

export const readSeatPrice = operation({
  id: 'readSeatPrice',
  method: 'get',
  path: '/api/payments/seat-price',
  summary: 'What a seat in a class costs where its organiser did not say.',
  answer: seatPrice,
});

export const setSeatPrice = operation({
  id: 'setSeatPrice',
  method: 'put',
  path: '/api/payments/seat-price',
  summary: 'Sets that price for classes made from now on. Administrators only.',
  body: seatPrice.extend({ currency: z.enum(currencies) }),
  answer: seatPrice,
  refusals: [paymentRefusals.belowLeast],
});

/** A checkout at the built-in test provider. */
export const testCheckout = z.object({
  id: uuid,
  kind: z.enum(kinds),
  tier: z.enum(tiers).nullable(),
  title: z.string().nullable(),
  amountCents: cents,
  monthlyCents: cents.nullable(),
  currency,
  state: z.enum(['open', 'waiting', 'paid', 'failed']),
  offersVoucher: z.boolean(),
});
export type TestCheckout = z.infer<typeof testCheckout>;

/** The outcomes that the test checkout page offers. */
export const testOutcomes = ['paid', 'declined', 'voucher', 'voucher-paid', 'expired'] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export const readTestCheckout = operation({
  id: 'readTestCheckout',
  method: 'get',
  path: '/api/payments/test/{id}',
  summary: 'Your own checkout at the built-in test provider. No money moves there.',
  params: paymentId,
  answer: testCheckout,
  refusals: [commonRefusals.notFound],
});

export const decideTestCheckout = operation({
  id: 'decideTestCheckout',
  method: 'post',
  path: '/api/payments/test/{id}',
  summary: 'Lets your own test checkout be paid, declined, left as a voucher, or expire.',
  params: paymentId,
  body: z.object({ outcome: z.enum(testOutcomes) }),
  answer: testCheckout,
  refusals: [commonRefusals.notFound, paymentRefusals.notPending, paymentRefusals.noVoucher],
});

export const receiveStripeWebhook = operation({
  id: 'receiveStripeWebhook',
  method: 'post',
  path: '/api/payments/webhooks/stripe',
  summary: 'Stripe tells of an event: its own JSON, signed in the header `Stripe-Signature`.',
  answer: z.object({ received: z.literal(true) }),
  refusals: [paymentRefusals.badSignature, paymentRefusals.away],
});
