import { sql } from 'kysely';
import type { TransactionType } from '#features/coins/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { dayMs } from '#shared/time/durations.ts';
import type { People } from './seed-people.ts';
import type { EarnedCoins } from './seed-practice.ts';

type Movement = { at: Date; coins: number; kind: TransactionType; said: string; cause: string };

type Gift = readonly [daysAgo: number, coins: number, kind: TransactionType, said: string];

/** What the student whose sign-in the demo offers was given. */
const given: readonly Gift[] = [[20, 500, 'admin_credit', 'Gracias por ayudar en el club']];

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
const savers: readonly (readonly [name: string, gifts: readonly Gift[], buys: string])[] = [
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
 * Inserts the sign-up bonus of each person at the time they joined, what their practice paid, the coins some have won,
 * and orders that wait for delivery, which are bought as any order is.
 */
export async function seedLedgers(ctx: Ctx, people: People, earned: readonly EarnedCoins[]): Promise<void> {
  const [first] = people.students;
  const everybody = await ctx.db.selectFrom('users').select(['id', 'createdAt']).execute();
  for (const { id, createdAt } of everybody) {
    const saved = savers.find(([name]) => people.idOf(name) === id)?.[1] ?? [];
    const gifts = [...(id === first ? given : []), ...saved].map(
      ([daysAgo, coins, kind, said], nth): Movement => {
        const at = new Date(ctx.now.getTime() - daysAgo * dayMs);
        return { at, coins, kind, said, cause: `demo:${nth + 1}` };
      },
    );
    const since = [...gifts, ...earned.filter(({ userId }) => userId === id)]
      .filter(({ at }) => at > createdAt)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const bonus = { coins: 50, kind: 'signup_bonus', said: 'Bono de bienvenida', cause: 'signup' } as const;
    await writeLedger(ctx, id, [{ at: createdAt, ...bonus }, ...since]);
  }
  if (first) await sql`select buy_item(${first}, 'custom-avatar')`.execute(ctx.db);
  for (const [name, , item] of savers) {
    await sql`select buy_item(${people.idOf(name)}, ${item})`.execute(ctx.db);
  }
}

/** What the count of a month leaves out: `issue_coins` in migrations/0006-coins.sql. */
const uncounted: readonly TransactionType[] = ['signup_bonus', 'admin_credit'];

async function writeLedger({ db }: Ctx, userId: string, movements: readonly Movement[]): Promise<void> {
  let balance = 0;
  for (const [nth, { at, coins, kind, said, cause }] of movements.entries()) {
    balance += coins;
    await db
      .insertInto('sumicoinsLedger')
      .values({
        userId,
        sequence: nth + 1,
        amount: coins,
        balanceAfter: balance,
        transactionType: kind,
        description: said,
        cause,
        createdAt: at,
      })
      .execute();
    if (!uncounted.includes(kind)) await sql`select issue_coins(${coins}, ${at}, false)`.execute(db);
  }
  await db
    .updateTable('wallets')
    .set({ balance, lastSequence: movements.length })
    .where('userId', '=', userId)
    .execute();
}
