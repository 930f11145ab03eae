import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type * as contract from './contract.ts';
import { readMonth } from './read-month.ts';
import { readRule } from './read-rule.ts';
import { isSpent } from './rules.ts';

/** The member's own balance in coins. */
export async function readWallet({ db, actor }: Ctx): Promise<{ balance: number }> {
  const { userId } = memberOf(actor);
  return db.selectFrom('wallets').select('balance').where('userId', '=', userId).executeTakeFirstOrThrow();
}

const newestFirst = keyset('desc', { sequence: 'integer' });

type LedgerQuery = { cursor?: string | undefined; limit: number };

/** A page of the member's own ledger, newest first. */
export async function listLedger(
  ctx: Ctx,
  query: LedgerQuery,
): Promise<AnswerOf<typeof contract.listLedger>> {
  return listLedgerOf(ctx, memberOf(ctx.actor).userId, query);
}

/** A page of a person's ledger, newest first. */
export async function listLedgerOf(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  { cursor, limit }: LedgerQuery,
): Promise<AnswerOf<typeof contract.listLedger>> {
  const rows = await db
    .selectFrom('sumicoinsLedger')
    .select(['id', 'sequence', 'amount', 'balanceAfter', 'transactionType', 'description', 'createdAt'])
    .select(newestFirst.key)
    .where('userId', '=', userId)
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The rules that give coins now, and until when the month's ceiling stops them. The sign-up bonus comes once. */
export async function listWaysToEarn(ctx: Ctx): Promise<AnswerOf<typeof contract.listWaysToEarn>> {
  const items = await ctx.db
    .selectFrom('coinRules')
    .select(['rule', 'amount', 'dailyMost'])
    .where('rule', '<>', 'signup_bonus')
    .where('amount', '>', 0)
    .orderBy('amount', 'desc')
    .execute();
  const { ceiling, issued, resumesOn } = await readMonth(ctx);
  const ofADay = items
    .filter(({ rule, dailyMost }) => rule !== 'referral' && dailyMost !== null)
    .map(({ amount }) => amount);
  return {
    items,
    resumesOn: isSpent({ ceiling, issued, largest: Math.max(1, ...ofADay) }) ? resumesOn : null,
  };
}

/** What the member's invitations carry, and what came of them. */
export async function readReferral(ctx: Ctx): Promise<AnswerOf<typeof contract.readReferral>> {
  const { userId } = memberOf(ctx.actor);
  const { amount } = await readRule(ctx, 'referral');
  const { db } = ctx;
  const own = await db
    .selectFrom('users')
    .select('inviteCode as code')
    .select((of) => [
      of
        .selectFrom('users as other')
        .select(({ fn }) => fn.countAll<number>().as('invited'))
        .where('other.invitedBy', '=', userId)
        .$asScalar()
        .$notNull()
        .as('invited'),
      // Coins of an invitation that were taken back are an `event_reward` of the same cause.
      of
        .selectFrom('users as other')
        .select(({ fn }) => fn.countAll<number>().as('paid'))
        .where('other.invitedBy', '=', userId)
        .where((is) =>
          is(
            is
              .selectFrom('sumicoinsLedger')
              .select(({ fn }) => fn.sum<number>('amount').as('coins'))
              .where('sumicoinsLedger.userId', '=', userId)
              .where(sql<boolean>`starts_with(cause, 'referral:' || other.id)`),
            '>',
            0,
          ),
        )
        .$asScalar()
        .$notNull()
        .as('paid'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { lettersArrive } = await db
    .selectFrom('coinSettings')
    .select('lettersArrive')
    .executeTakeFirstOrThrow();
  return { ...own, amount, needsProof: lettersArrive };
}
