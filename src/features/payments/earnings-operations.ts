import { z } from 'zod';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { longText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';

/** What teachers earn and what was paid out to them. */

const cents = z.int();
const currency = z.string().regex(/^[A-Z]{3}$/);

export const payoutRefusals = {
  moreThanOwed: { code: 'payments/more-than-owed', status: 409 },
  notYetPaid: { code: 'payments/not-yet-paid', status: 400 },
  noSuchTeacher: { code: 'payments/no-such-teacher', status: 404 },
} as const satisfies Record<string, RefusalKind>;

/** The teacher; without it, the reader. Only administrators may name another person. */
const ofTeacher = { teacherId: uuid.optional() };

const earningsQuery = z.object({
  ...ofTeacher,
  /** Instants with an offset or Z; `from` is inside the period, `to` is not. */
  from: typedInstant.optional(),
  to: typedInstant.optional(),
  /** Left out: that of the price of a seat. */
  currency: currency.optional(),
});
export type EarningsQuery = z.output<typeof earningsQuery>;

const earningsMonth = z.object({
  /** yyyy-mm, in the teacher's zone. */
  month: z.string(),
  /** Seats paid for in it. */
  seats: z.int(),
  /** What students paid, and the teacher's share of that. */
  grossCents: cents,
  shareCents: cents,
  /** The teacher's share of the refunds made in this month, whichever month the seat was paid in. */
  refundedCents: cents,
  /** Shares that went to another teacher in this month with their class, and those that came from one. */
  handedOverCents: cents,
  takenOverCents: cents,
  /** Paid out to the teacher in this month. */
  paidOutCents: cents,
});
export type EarningsMonth = z.infer<typeof earningsMonth>;

export const earnings = z.object({
  months: z.array(earningsMonth),
  /** Shares less those that were refunded or went to another teacher, over these months. */
  totalCents: cents,
  /** Over all time: paid out so far, and still owed. Negative when refunds came after the payout. */
  paidOutCents: cents,
  owedCents: cents,
  /** Shares of classes whose roll is open; `splitOwed` says how much of what is owed that is. */
  comingCents: cents,
  currency,
  /** Other currencies this teacher earned in. */
  otherCurrencies: z.array(currency),
});
export type Earnings = z.infer<typeof earnings>;

export const readEarnings = operation({
  id: 'readEarnings',
  method: 'get',
  path: '/api/payments/earnings',
  summary:
    "A teacher's share of paid seats by month, newest first, and what is still owed: their own, or for administrators any teacher's.",
  query: earningsQuery,
  answer: earnings,
});

export const exportEarnings = operation({
  id: 'exportEarnings',
  method: 'get',
  path: '/api/payments/earnings.csv',
  summary:
    "A teacher's statement of earnings as a spreadsheet: their own, or for administrators any teacher's.",
  query: earningsQuery,
  answer: z.string(),
});

/**
 * A seat that a statement counts: when it was paid, when its class changed hands, or when its refund took the share
 * back.
 */
const earningsSeat = z.object({
  paymentId: uuid,
  kind: z.enum(['seat', 'refund', 'handed-over', 'taken-over']),
  at: z.iso.datetime(),
  title: z.string().nullable(),
  student: z.string(),
  grossCents: cents,
  /** Negative for a refund, and for a seat that went to another teacher. */
  shareCents: cents,
});
export type EarningsSeat = z.infer<typeof earningsSeat>;

export const listEarningsSeats = operation({
  id: 'listEarningsSeats',
  method: 'get',
  path: '/api/payments/earnings/seats',
  summary:
    "The seats and refunds that a statement, or a month of it, consists of, newest first: one's own, or for administrators any teacher's.",
  query: z.object({
    ...ofTeacher,
    /** yyyy-mm, in the teacher's zone; left out: every month. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional(),
    currency: currency.optional(),
    cursor: cursorInput,
  }),
  answer: z.object({ items: z.array(earningsSeat), nextCursor: z.string().nullable() }),
});

/** What a teacher is owed in one currency. */
const owed = z.object({
  teacher: z.object({ id: uuid, name: z.string(), email: z.string() }),
  currency,
  seats: z.int(),
  /** Shares less refunded shares. */
  earnedCents: cents,
  paidOutCents: cents,
  owedCents: cents,
  /** As in a statement. */
  comingCents: cents,
});
export type Owed = z.infer<typeof owed>;

export const listOwed = operation({
  id: 'listOwed',
  method: 'get',
  path: '/api/payments/owed',
  summary:
    'What each teacher earned, was paid out and is owed, by currency, the most owed first. Administrators only.',
  answer: z.object({ items: z.array(owed) }),
});

export const exportAllEarnings = operation({
  id: 'exportAllEarnings',
  method: 'get',
  path: '/api/payments/owed.csv',
  summary: "Every teacher's statement by month as a spreadsheet. Administrators only.",
  answer: z.string(),
});

/** Money that was paid out to a teacher. */
const payout = z.object({
  id: uuid,
  amountCents: cents,
  currency,
  paidAt: z.iso.datetime(),
  note: z.string().nullable(),
  recordedBy: z.string(),
  /** When it was taken back. */
  reversedAt: z.iso.datetime().nullable(),
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = operation({
  id: 'listPayouts',
  method: 'get',
  path: '/api/payments/payouts',
  summary: "A teacher's payouts, newest first: one's own, or for administrators any teacher's.",
  query: z.object({ ...ofTeacher, cursor: cursorInput }),
  answer: z.object({ items: z.array(payout), nextCursor: z.string().nullable() }),
});

export const recordPayout = operation({
  id: 'recordPayout',
  method: 'post',
  path: '/api/payments/payouts',
  summary: 'Records money that was paid out to a teacher, never more than is owed. Administrators only.',
  idempotent: true,
  body: z.object({
    teacherId: uuid,
    amountCents: z.int().min(1).max(100_000_000),
    currency,
    /** When the money was sent, in the last year; left out: now. */
    paidAt: typedInstant.optional(),
    note: longText(500).optional(),
  }),
  answer: payout,
  refusals: [...Object.values(payoutRefusals), confirmEmailFirst, commonRefusals.ownMatter],
});

export const reversePayout = operation({
  id: 'reversePayout',
  method: 'post',
  path: '/api/payments/payouts/{id}/reversal',
  summary:
    'Takes back a payout that was recorded by mistake: a second request changes nothing. Administrators only.',
  params: z.object({ id: uuid }),
  answer: payout,
  refusals: [commonRefusals.notFound, commonRefusals.ownMatter],
});
