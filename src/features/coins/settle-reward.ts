import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { notifyListeners } from '#server/events/notify-listeners.ts';
import { notifyOfCeiling } from './notify-of-ceiling.ts';

export type Reward = {
  userId: string;
  /** The coins that the person shall have for the cause: 0 takes back what was given. */
  owed: number;
  type: 'reward' | 'event_reward' | 'referral';
  /** What the person reads of it, or a key of `coins:causes`. */
  description: string;
  /** What is rewarded (`streak:2026-11-23`). However often it is asked, the person has `owed` coins of it. */
  cause: string;
};

/**
 * Brings what a person was given for a cause to what is owed, in the transaction of what earned or lost it. More is
 * given within the month's ceiling, to people who have proved an address or a telephone; less is taken back as far as
 * the person still has it. Returns how many coins moved. The rules live in the database function `settle_reward`
 * (migrations/0006-coins.sql).
 */
export async function settleReward(ctx: Ctx, { userId, owed, type, ...entry }: Reward): Promise<number> {
  const { rows } = await sql<{ moved: number; withheld: 'ceiling' | 'unproved' | null }>`
    select * from settle_reward(${userId}, ${owed}, ${type}, ${entry.description}, ${entry.cause}, ${ctx.now})`.execute(
    ctx.db,
  );
  const { moved, withheld } = onlyRow(rows);
  if (withheld === 'ceiling') await notifyOfCeiling(ctx, userId);
  ctx.afterCommit(notifyListeners);
  return moved;
}

/** How many coins a person has of a cause: what it gave, less what was taken back. */
export async function coinsGivenFor(
  { db }: Ctx,
  { userId, cause }: Pick<Reward, 'userId' | 'cause'>,
): Promise<number> {
  const { rows } = await sql<{ coins: number }>`select coins from given_for(${userId}, ${cause})`.execute(db);
  return onlyRow(rows).coins;
}
