import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import type { Member } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type * as contract from './contract.ts';
import type { Movement } from './contract.ts';

/** The person's balance in coins. */
export async function readBalance({ db }: Ctx, { userId }: Member): Promise<number> {
  const { balance } = await db
    .selectFrom('wallets')
    .select('balance')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return balance;
}

const newestFirst = keyset('desc', { sequence: 'integer' });

/** A page of the person's ledger, newest first. */
export async function readLedger(
  { db }: Ctx,
  { userId }: Member,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Movement[]; nextCursor: string | null }> {
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

/** The rules of practice that give coins now; the sign-up bonus cannot be earned again. */
export async function listWaysToEarn({ db }: Ctx): Promise<AnswerOf<typeof contract.listWaysToEarn>> {
  const items = await db
    .selectFrom('coinRules')
    .select(['rule', 'amount', 'dailyMost'])
    .where('rule', '<>', 'signup_bonus')
    .where('amount', '>', 0)
    .orderBy('amount', 'desc')
    .execute();
  return { items };
}
