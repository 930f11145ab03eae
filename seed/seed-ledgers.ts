import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { People } from './seed-people.ts';

type Movement = readonly [daysAgo: number, coins: number, kind: string, said: string];

/** A few weeks of earning for the student whose sign-in the demo offers. */
const earned: readonly Movement[] = [
  [24, 20, 'event_reward', 'English Coffee'],
  [22, 20, 'event_reward', 'Speaking Circle'],
  [20, 300, 'duolingo_reward', 'Copa de Inglés: segundo lugar'],
  [16, 50, 'reward', 'Racha de siete días'],
  [13, 20, 'event_reward', 'Apéro français'],
  [9, 100, 'referral', 'Renata tomó su primera clase'],
  [6, 20, 'event_reward', 'English Coffee'],
  [2, 50, 'reward', 'Racha de siete días'],
];

/**
 * Runs `join` with no bonus given, because the bonus of somebody who joined weeks ago is dated then, and the
 * ledger takes no change afterwards; `seedLedgers` writes it instead.
 */
export async function withoutBonus<T>({ db }: Ctx, join: () => Promise<T>): Promise<T> {
  await db.updateTable('coinRules').set({ amount: 0 }).where('rule', '=', 'signup_bonus').execute();
  const joined = await join();
  await db.updateTable('coinRules').set({ amount: 50 }).where('rule', '=', 'signup_bonus').execute();
  return joined;
}

/** Everybody's bonus on the day they joined, and what the first student has earned and bought since. */
export async function seedLedgers(ctx: Ctx, people: People): Promise<void> {
  const [first] = people.students;
  const everybody = await ctx.db.selectFrom('users').select(['id', 'createdAt']).execute();
  for (const { id, createdAt } of everybody) {
    const daysAgo = Math.ceil((ctx.now.getTime() - createdAt.getTime()) / 86_400_000);
    const bonus: Movement = [daysAgo, 50, 'signup_bonus', 'Bono de bienvenida'];
    await writeLedger(ctx, id, id === first ? [bonus, ...earned] : [bonus]);
  }
  // One order to follow: bought the way everything is bought.
  if (first) await sql`select buy_item(${first}, 'custom-avatar')`.execute(ctx.db);
}

async function writeLedger({ db, now }: Ctx, userId: string, movements: readonly Movement[]): Promise<void> {
  let balance = 0;
  for (const [at, [daysAgo, amount, transactionType, description]] of movements.entries()) {
    balance += amount;
    await db
      .insertInto('sumicoinsLedger')
      .values({
        userId,
        sequence: at + 1,
        amount,
        balanceAfter: balance,
        transactionType,
        description,
        cause: transactionType === 'signup_bonus' ? 'signup' : `demo:${at}`,
        createdAt: sql`${now}::timestamptz - make_interval(days => ${daysAgo})`,
      })
      .execute();
  }
  await db
    .updateTable('wallets')
    .set({ balance, lastSequence: movements.length })
    .where('userId', '=', userId)
    .execute();
}
