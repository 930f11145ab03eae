import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
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

/**
 * A page of the person's ledger, newest first. The key is the sequence, which begins at 1 without a gap: the
 * page that holds 1 is the last.
 */
export async function readLedger(
  { db }: Ctx,
  { userId }: Member,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Movement[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0];
  if (before !== null && !Number.isInteger(before)) throw new Refusal(commonRefusals.badInput);
  const rows = await db
    .selectFrom('sumicoinsLedger')
    .select(['id', 'sequence', 'amount', 'balanceAfter', 'transactionType', 'description', 'createdAt'])
    .where('userId', '=', userId)
    .$if(before !== null, (query) => query.where('sequence', '<', before as number))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return {
    items: rows.map((row) => ({
      ...row,
      transactionType: row.transactionType as Movement['transactionType'],
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor: last && last.sequence > 1 ? encodeCursor([last.sequence]) : null,
  };
}
