import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { notifyListeners } from '#server/events/notify-listeners.ts';
import type { TransactionType } from './contract.ts';

export type Entry = {
  userId: string;
  /** Coins: positive gives, negative takes; the sign fits the type. */
  amount: number;
  type: TransactionType;
  /** What the person reads of it, at most 300 characters. */
  description: string;
  /** What is paid for or rewarded (`class:<id>`): moves this person's coins once, however often it is asked. */
  cause: string;
};

export type Appended = {
  /** The movement of this cause; null when the balance does not reach. */
  ledgerId: string | null;
  balance: number;
  /** The cause had moved coins before: nothing moved now. */
  known: boolean;
};

/**
 * Writes one movement to a person's ledger, in the caller's transaction if there is one. The rules live in
 * the database function (migrations/0006-coins.sql), which also tells the person's open browsers.
 */
export async function appendToLedger(
  ctx: Ctx,
  { userId, amount, type, description, cause }: Entry,
): Promise<Appended> {
  const { rows } = await sql<Appended>`
    select * from append_to_ledger(${userId}, ${amount}, ${type}, ${description}, ${cause})`.execute(ctx.db);
  ctx.afterCommit(notifyListeners);
  return rows[0]!;
}
