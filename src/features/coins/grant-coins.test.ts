import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForRows } from '../../testing/races/race.ts';
import { coinInvariants } from './coin-invariants.ts';
import { type Grant, grantCoins } from './grant-coins.ts';
import { readWallet } from './reads.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
afterEach(async () => {
  expect(await findBroken(community.db, coinInvariants)).toEqual([]);
});

async function personWith(
  coins: number,
): Promise<{ person: Person; ctx: Ctx; balance: () => Promise<number> }> {
  const person = await community.person({ coins });
  const ctx = await community.ctxFor(person);
  return { person, ctx, balance: async () => (await readWallet(ctx)).balance };
}

const grantTo = ({ id }: Person, more: Partial<Grant> = {}): Grant => ({
  userId: id,
  amount: 20,
  type: 'event_reward',
  description: 'Por tu club de conversación',
  cause: 'prize:1',
  ...more,
});

const eventsFor = async ({ id }: Person) =>
  (
    await sql<{
      kind: string;
    }>`select kind from events where ${id}::uuid = any (audience) order by id`.execute(community.db)
  ).rows
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'coins.changed').length;

describe('grantCoins', () => {
  it('gives coins and tells the browsers of that person', async () => {
    const { person, ctx, balance } = await personWith(50);
    const before = await eventsFor(person);
    expect(await grantCoins(ctx, grantTo(person))).toMatchObject({ outcome: 'given', balance: 70 });
    expect(await balance()).toBe(70);
    expect(await eventsFor(person)).toBe(before + 1);
  });

  it('moves nothing for the same cause again and does not fail', async () => {
    const { person, ctx, balance } = await personWith(50);
    const { ledgerId } = await grantCoins(ctx, grantTo(person));
    const again = await grantCoins(ctx, grantTo(person, { amount: 500 }));
    expect(again).toEqual({ outcome: 'already given', ledgerId, balance: 70 });
    expect(await balance()).toBe(70);
  });

  it('moves coins once for one cause in concurrent transactions and aborts none of them', async () => {
    const { person, ctx, balance } = await personWith(50);
    await community.db.schema.createTable('visits').addColumn('n', 'integer').execute();
    const outcomes = await raceForRows(community.db, 'wallets', () =>
      Array.from({ length: 8 }, (_, n) =>
        inTransaction(ctx, async (inside) => {
          await sql`insert into visits values (${n})`.execute(inside.db);
          return (await grantCoins(inside, grantTo(person))).outcome;
        }),
      ),
    );
    const given = outcomes.filter((one) => one.status === 'fulfilled' && one.value === 'given');
    expect(given).toHaveLength(1);
    expect(await balance()).toBe(70);
    const { rows } = await sql<{ n: number }>`select count(*) as n from visits`.execute(community.db);
    expect(rows[0]?.n).toBe(8);
  });

  it('counts a cause separately for each person', async () => {
    const one = await personWith(50);
    const other = await personWith(50);
    await grantCoins(one.ctx, grantTo(one.person));
    await grantCoins(one.ctx, grantTo(other.person));
    expect([await one.balance(), await other.balance()]).toEqual([70, 70]);
  });

  it("refuses an administrator's debit above the balance and takes one up to it", async () => {
    const { person, ctx, balance } = await personWith(50);
    const debit = grantTo(person, { type: 'admin_debit', amount: -80, cause: 'debit:1' });
    const refused = await grantCoins(ctx, debit).catch((error) => error);
    expect(refused).toMatchObject({ code: 'coins/too-few', detail: { missing: 30, price: 80, balance: 50 } });
    expect(await grantCoins(ctx, { ...debit, amount: -50 })).toMatchObject({ outcome: 'given', balance: 0 });
    expect(await grantCoins(ctx, { ...debit, amount: -50 })).toMatchObject({ outcome: 'already given' });
    expect(await balance()).toBe(0);
  });

  it('is rolled back with the transaction of what earned the coins', async () => {
    const { person, ctx, balance } = await personWith(50);
    const given = inTransaction(ctx, async (inside) => {
      await grantCoins(inside, grantTo(person));
      throw new Error('what earned them failed');
    });
    await expect(given).rejects.toThrow('what earned them failed');
    expect(await balance()).toBe(50);
    expect(await grantCoins(ctx, grantTo(person))).toMatchObject({ outcome: 'given' });
  });

  it.each([
    ['nothing', { amount: 0 }],
    ['a reward that takes', { type: 'reward', amount: -20 } as const],
    ['a debit that gives', { type: 'admin_debit', amount: 20 } as const],
    ['more than a million at once', { amount: 1_000_001 }],
    ['no description', { description: '' }],
    ['no cause', { cause: '' }],
  ])('the database refuses %s', async (_, wrong) => {
    const { person, ctx, balance } = await personWith(50);
    await expect(grantCoins(ctx, grantTo(person, wrong))).rejects.toThrow(/check constraint/);
    expect(await balance()).toBe(50);
  });
});

describe('the ledger', () => {
  it.each([
    ['changed', 'update sumicoins_ledger set amount = 1000'],
    ['deleted from', 'delete from sumicoins_ledger'],
    ['emptied', 'truncate sumicoins_ledger cascade'],
  ])('cannot be %s', async (_, statement) => {
    await expect(sql.raw(statement).execute(community.db)).rejects.toThrow('is append-only');
  });
});
