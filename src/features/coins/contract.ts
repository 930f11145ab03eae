import { z } from 'zod';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';

/**
 * Why coins moved. `purchase` and `admin_debit` take coins; a reward (`event_reward`, `reward`, `referral`) also takes
 * back what it gave, as a negative amount; all others give.
 */
export const transactionTypes = [
  'reward',
  'purchase',
  'refund',
  'admin_credit',
  'admin_debit',
  'duolingo_reward',
  'event_reward',
  'referral',
  'signup_bonus',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const coinRefusals = {
  tooFew: { code: 'coins/too-few', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** The refusal of a price above the balance; its detail says how many coins are missing. */
export function tooFewCoins(price: number, balance: number): Refusal {
  return new Refusal(coinRefusals.tooFew, { missing: price - balance, price, balance });
}

export const readWallet = operation({
  id: 'readWallet',
  method: 'get',
  path: '/api/coins/wallet',
  offline: true,
  summary: 'How many sumicoins the signed-in person has.',
  answer: z.object({ balance: z.int().min(0) }),
});

/** One movement of a person's coins. */
export const movement = z.object({
  id: uuid,
  /** 1, 2, 3… for each person. */
  sequence: z.int(),
  /** Coins; negative where they were taken. */
  amount: z.int(),
  balanceAfter: z.int(),
  transactionType: z.enum(transactionTypes),
  /** The id of the store item when the type is `purchase` or the `refund` of one, else a sentence. */
  description: z.string(),
  createdAt: z.iso.datetime(),
});
export type Movement = z.infer<typeof movement>;

const ledgerPageSize = 50;

export const listLedger = operation({
  id: 'listLedger',
  method: 'get',
  path: '/api/coins/ledger',
  offline: true,
  summary: "The movements of the signed-in person's coins, newest first.",
  query: z.object({
    ...pageQuery({ usual: ledgerPageSize, most: ledgerPageSize }),
  }),
  answer: z.object({ items: z.array(movement), nextCursor: z.string().nullable() }),
});

export const listWaysToEarn = operation({
  id: 'listWaysToEarn',
  method: 'get',
  path: '/api/coins/ways-to-earn',
  summary: 'The practice that earns sumicoins: how many each time, and how often a day.',
  answer: z.object({
    items: z.array(
      z.object({
        /** One of `coinRules`. */
        rule: z.string(),
        amount: z.int(),
        /** Null without a daily limit. */
        dailyMost: z.int().nullable(),
      }),
    ),
    /** The month has issued what it may: the day on which practice pays again. Null while it pays. */
    resumesOn: z.iso.date().nullable(),
  }),
});

/** What gives coins by a rule, in the order in which administrators see them. */
export const coinRules = [
  'counted_video',
  'attended_class',
  'streak_day',
  'streak_week',
  'referral',
  'signup_bonus',
] as const;

/** The least and the most of each number that administrators set; the tables check the same. */
export const coinLimits = {
  amount: [0, 100_000],
  dailyMost: [1, 1000],
  monthlyCeiling: [0, 100_000_000],
  mostShields: [1, 5],
  holidayDays: [1, 31],
  daysBetweenHolidays: [0, 365],
} as const;

const coinRule = z.object({
  rule: z.enum(coinRules),
  /** Coins; 0 switches the rule off. */
  amount: wholeNumber(coinLimits.amount),
  /** How often a day; null without a daily limit. */
  dailyMost: wholeNumber(coinLimits.dailyMost).nullable(),
});
export type CoinRule = z.infer<typeof coinRule>;

/** What administrators set. A rule that is left out stays as it is. */
export const coinNumbers = z.object({
  rules: z.array(coinRule).max(coinRules.length),
  /** Coins that a month may issue. */
  monthlyCeiling: wholeNumber(coinLimits.monthlyCeiling),
  /** Streak shields in hand at most. */
  mostShields: wholeNumber(coinLimits.mostShields),
  /** How long a planned holiday is at most, in days, and how many lie between two. */
  holidayDays: wholeNumber(coinLimits.holidayDays),
  daysBetweenHolidays: wholeNumber(coinLimits.daysBetweenHolidays),
});
export type CoinNumbers = z.infer<typeof coinNumbers>;

const coinSettings = coinNumbers.extend({
  /** Coins that this month has issued so far. */
  issued: z.int(),
});
export type CoinSettings = z.infer<typeof coinSettings>;

export const readCoinSettings = operation({
  id: 'readCoinSettings',
  method: 'get',
  path: '/api/coins/settings',
  summary:
    'How many coins the rules give, the ceiling of a month and the numbers of streaks. Administrators only.',
  answer: coinSettings,
});

export const changeCoinSettings = operation({
  id: 'changeCoinSettings',
  method: 'put',
  path: '/api/coins/settings',
  summary: 'Sets these numbers, from now on; what was paid stays. Administrators only.',
  body: coinNumbers,
  answer: coinSettings,
});

export const readReferral = operation({
  id: 'readReferral',
  method: 'get',
  path: '/api/coins/referral',
  summary: "The code of the signed-in person's invitations, and what came of them.",
  answer: z.object({
    /** Carried by `/i/<code>`, as the codes of links with a limit are. */
    code: z.string(),
    /** Coins for each invited person who attends a class. */
    amount: z.int(),
    /** Whether that person has to prove an address or a telephone first. */
    needsProof: z.boolean(),
    invited: z.int(),
    /** Those who brought coins: they attended a class, and no limit or missing proof kept the coins back. */
    paid: z.int(),
  }),
});
