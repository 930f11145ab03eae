import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { peopleRefusals } from '../people-refusals.ts';

/** A larger amount at once is taken for a typing error. */
export const mostCoinsAtOnce = 100_000;

/** The reason becomes the description of a movement in the ledger, which is shorter than other reasons. */
export const longestCoinsReason = 300;

export const moveCoins = operation({
  id: 'moveCoins',
  method: 'post',
  path: '/api/people/{id}/coins',
  summary: 'Gives a person coins, or takes some: they read the reason in their ledger.',
  params: z.object({ id: uuid }),
  body: z.object({
    /** Coins; negative takes. */
    amount: z
      .int()
      .min(-mostCoinsAtOnce)
      .max(mostCoinsAtOnce)
      .refine((amount) => amount !== 0),
    reason: lineOfText(longestCoinsReason),
  }),
  answer: z.object({ id: uuid, balance: z.int() }),
  idempotent: true,
  refusals: [
    peopleRefusals.noSession,
    peopleRefusals.ownWallet,
    peopleRefusals.balanceTooLow,
    commonRefusals.notFound,
  ],
});

/** How many people get coins with one act. */
export const mostPeopleAtOnce = 50;

export const giveCoinsToMany = operation({
  id: 'giveCoinsToMany',
  method: 'post',
  path: '/api/people/coins',
  summary:
    'Gives several people as many coins each, all of them or none: they read the reason in their ledger.',
  body: z.object({
    userIds: z.array(uuid).min(1).max(mostPeopleAtOnce),
    /** Coins for each. */
    amount: z.int().min(1).max(mostCoinsAtOnce),
    reason: lineOfText(longestCoinsReason),
  }),
  answer: z.object({ given: z.int() }),
  idempotent: true,
  refusals: [peopleRefusals.noSession, peopleRefusals.ownWallet, commonRefusals.notFound],
});
