import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';

/** Why coins moved. `purchase` and `admin_debit` take coins, all others give. */
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
  summary: 'How many sumicoins the signed-in person has.',
  answer: z.object({ balance: z.int().min(0) }),
});

/** One movement of a person's coins. */
export const movement = z.object({
  id: z.uuid(),
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

export const ledgerPageSize = 50;

export const listLedger = operation({
  id: 'listLedger',
  method: 'get',
  path: '/api/coins/ledger',
  summary: "The movements of the signed-in person's coins, newest first.",
  query: z.object({
    cursor: cursorInput,
    limit: z.coerce.number().int().min(1).max(ledgerPageSize).default(ledgerPageSize),
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
        /** `counted_video` or `attended_class`. */
        rule: z.string(),
        amount: z.int(),
        /** Null without a daily limit. */
        dailyMost: z.int().nullable(),
      }),
    ),
  }),
});
