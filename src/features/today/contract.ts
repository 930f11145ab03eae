import { z } from 'zod';
import { streak } from '#features/profiles/contract.ts';
import { operation } from '#shared/operation.ts';

/** Practice that gives coins: how often it did today, how often it can, and how many coins each time. */
const paidPractice = z.object({
  done: z.int().min(0),
  /** Null without a daily limit. */
  most: z.int().nullable(),
  amount: z.int(),
});
export type PaidPractice = z.infer<typeof paidPractice>;

const today = z.object({
  streak,
  /** The day is open and a row of the cup that the reader claimed today, or can claim now, can still make it count. */
  cup: z.boolean(),
  /** Null for kids, and while the reader has proved neither an address nor a telephone: practice pays nothing yet. */
  coins: z
    .object({
      /** Null where an administrator switched the rule off. */
      videos: paidPractice.nullable(),
      classes: paidPractice.nullable(),
      /** What the streak gives, beside the practice itself. */
      streak: z.object({
        /** The coins of today's first practice; 0 where the day is kept already, or the rule is switched off. */
        today: z.int(),
        /** The coins of a full week. */
        week: z.int(),
        /** The days of practice until a week is full, today's too where it is open. */
        daysToWeek: z.int().min(1),
      }),
      /** The month has issued what it may: the day on which practice pays again. Null while it pays. */
      resumesOn: z.iso.date().nullable(),
    })
    .nullable(),
});
export type Today = z.infer<typeof today>;

export const readToday = operation({
  id: 'readToday',
  method: 'get',
  path: '/api/today',
  summary:
    "The reader's own day: whether it counts for the streak, what can still make it count, and how much of its practice gave coins. Without coins for kids.",
  answer: today,
});
