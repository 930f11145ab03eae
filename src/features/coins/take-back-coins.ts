import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { grantCoins } from './grant-coins.ts';

export type TakenBack = {
  userId: string;
  /** How many coins the reward gave. */
  amount: number;
  description: string;
  /** What is taken back (`class:<id>:2`); the same cause takes back once. */
  cause: string;
};

/**
 * Takes coins of a reward back that was given by mistake, in the transaction of the correction: as many as the person
 * still has, because a balance is never negative. Returns the coins taken; the rest stays with the person.
 */
export async function takeBackCoins(ctx: Ctx, { userId, amount, ...said }: TakenBack): Promise<number> {
  // The lock keeps a purchase from spending the coins between this read and the movement.
  const { balance } = await ctx.db
    .selectFrom('wallets')
    .select('balance')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const taken = Math.min(amount, balance);
  if (taken > 0) {
    await grantCoins(ctx, { userId, amount: -taken, type: 'event_reward', ...said });
    await sql`select issue_coins(${-taken}, ${ctx.now}, false)`.execute(ctx.db);
  }
  return taken;
}
