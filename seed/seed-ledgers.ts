import { sql } from 'kysely';
import type { TransactionType } from '#features/coins/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

type Movement = readonly [
  daysAgo: number,
  coins: number,
  kind: TransactionType,
  said: string,
  cause?: string,
];

/** A few weeks of earned coins for the student whose sign-in the demo offers. */
const earned: readonly Movement[] = [[20, 500, 'admin_credit', 'Gracias por ayudar en el club']];

/**
 * Runs `join` without the sign-up bonus. The bonus of a person who joined weeks ago needs an earlier date, and the
 * ledger is append-only, so `seedLedgers` inserts it later.
 */
export async function withoutBonus<T>({ db }: Ctx, join: () => Promise<T>): Promise<T> {
  await db.updateTable('coinRules').set({ amount: 0 }).where('rule', '=', 'signup_bonus').execute();
  const joined = await join();
  await db.updateTable('coinRules').set({ amount: 50 }).where('rule', '=', 'signup_bonus').execute();
  return joined;
}

/** Coins that two students won in earlier cups and saved for a certificate and for material. */
const savers: readonly (readonly [name: string, movements: readonly Movement[], buys: string])[] = [
  [
    'Daniela Ospina',
    [
      [88, 500, 'duolingo_reward', 'Copa de Inglés: primer lugar'],
      [58, 500, 'duolingo_reward', 'Copa de Inglés: primer lugar'],
      [27, 500, 'duolingo_reward', 'Copa de Alemán: primer lugar'],
    ],
    'level-certificate',
  ],
  ['Elena Mamani', [[33, 300, 'duolingo_reward', 'Copa de Francés: segundo lugar']], 'premium-material'],
];

/**
 * Inserts the sign-up bonus of each person on the day they joined, the coins of the classes they attended, the coins
 * some have won, and orders that wait for delivery, which are bought as any order is.
 */
export async function seedLedgers(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const [first] = people.students;
  const everybody = await ctx.db.selectFrom('users').select(['id', 'createdAt']).execute();
  for (const { id, createdAt } of everybody) {
    const daysAgo = Math.ceil((ctx.now.getTime() - createdAt.getTime()) / 86_400_000);
    const bonus: Movement = [daysAgo, 50, 'signup_bonus', 'Bono de bienvenida'];
    const classes = attended
      .filter(({ userId }) => userId === id)
      .map((one): Movement => [one.daysAgo, 20, 'event_reward', one.title, `class:${one.classId}`]);
    const saved = savers.find(([name]) => people.idOf(name) === id)?.[1] ?? [];
    const since = [...(id === first ? earned : []), ...saved, ...classes].filter(([days]) => days < daysAgo);
    await writeLedger(ctx, id, [bonus, ...since.sort(([one], [other]) => other - one)]);
  }
  if (first) await sql`select buy_item(${first}, 'custom-avatar')`.execute(ctx.db);
  for (const [name, , item] of savers) {
    await sql`select buy_item(${people.idOf(name)}, ${item})`.execute(ctx.db);
  }
}

async function writeLedger({ db, now }: Ctx, userId: string, movements: readonly Movement[]): Promise<void> {
  let balance = 0;
  for (const [at, [daysAgo, amount, transactionType, description, cause]] of movements.entries()) {
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
        cause: cause ?? (transactionType === 'signup_bonus' ? 'signup' : `demo:${at}`),
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
