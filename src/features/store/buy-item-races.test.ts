import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { storeInvariants } from './store-invariants.ts';

const invariants = [...coinInvariants, ...storeInvariants];
const crowd = 200;
const price = 100;

const buy = (community: Community, person: Person, key?: string) =>
  community.request(
    person,
    'POST',
    '/api/store/orders',
    { itemId: 'custom-avatar' },
    key ? { 'idempotency-key': key } : {},
  );

/** The same person buys from every corner at once; how often each status was answered. */
async function rush(community: Community, person: Person, times = crowd): Promise<Record<number, number>> {
  await arrive(community, person);
  const answers = await Promise.all(
    Array.from({ length: times }, () => buy(community, person, randomUUID())),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** From here on the server knows the session: the crowd does not queue for it. */
const arrive = (community: Community, person: Person) =>
  community.request(person, 'GET', '/api/coins/wallet');

async function balanceOf({ db }: Community, { id }: Person): Promise<number> {
  const row = db.selectFrom('wallets').select('balance').where('userId', '=', id);
  return (await row.executeTakeFirstOrThrow()).balance;
}

describe('one balance', () => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity({ poolSize: 50 });
  });
  afterAll(() => community.close());

  it('pays for what it reaches for and not once more, of 200 purchases at once', async () => {
    const person = await community.person({ coins: 7 * price + 30 });
    expect(await rush(community, person)).toEqual({ 200: 7, 409: crowd - 7 });
    expect(await balanceOf(community, person)).toBe(30);
    expect(await findBroken(community.db, invariants)).toEqual([]);
  });

  it('is spent and filled at the same time without losing a coin', async () => {
    const person = await community.person({ coins: 5 * price });
    const ctx = await community.ctxFor(person);
    const reward = { userId: person.id, amount: 10, type: 'reward', description: 'Un video' } as const;
    const [counts] = await Promise.all([
      rush(community, person, 60),
      ...Array.from({ length: 60 }, (_, n) => grantCoins(ctx, { ...reward, cause: `video:${n}` })),
    ]);
    const bought = counts[200] ?? 0;
    expect(bought).toBeGreaterThanOrEqual(5);
    expect(await balanceOf(community, person)).toBe(5 * price + 600 - bought * price);
    expect(await findBroken(community.db, invariants)).toEqual([]);
  });

  it('one key 500 times at once is one purchase with one answer', async () => {
    const person = await community.person({ coins: 10 * price });
    const key = randomUUID();
    await arrive(community, person);
    const answers = await Promise.all(Array.from({ length: 500 }, () => buy(community, person, key)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(texts).size).toBe(1);
    expect(await balanceOf(community, person)).toBe(9 * price);
    expect(await findBroken(community.db, invariants)).toEqual([]);
  });

  it('refuse no request with the same key when the coins reach for one purchase', async () => {
    const person = await community.person({ coins: price });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(community, person, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(community, person)).toBe(0);
  });
});

/** Looks, then writes: the wallet is not locked, and no constraint catches what comes of it. */
const withoutLock = `
  alter table wallets drop constraint balance_never_negative;
  alter table sumicoins_ledger drop constraint sumicoins_ledger_balance_after_check;
  create or replace function append_to_ledger(person uuid, coins integer, kind text, said text, because text)
  returns table (ledger_id uuid, balance integer, known boolean) language plpgsql as $$
  declare
    held integer := (select wallets.balance from wallets where user_id = person);
    place integer;
  begin
    balance := held;
    known := false;
    if held + coins >= 0 then
      perform pg_sleep(0.05);
      update wallets set balance = wallets.balance + coins, last_sequence = last_sequence + 1
        where user_id = person returning wallets.balance, last_sequence into balance, place;
      insert into sumicoins_ledger (user_id, sequence, amount, balance_after, transaction_type, description, cause)
        values (person, place, coins, balance, kind, said, because) returning id into ledger_id;
    end if;
    return next;
  end $$;`;

it('without the lock and the constraint one balance is spent again and again: the control', async () => {
  const community = await newCommunity({ poolSize: 50, withoutGuards: withoutLock });
  const person = await community.person({ coins: 7 * price });
  const { 200: bought } = await rush(community, person);
  expect(bought).toBeGreaterThan(7);
  expect(await balanceOf(community, person)).toBeLessThan(0);
  const broken = await findBroken(community.db, invariants);
  expect(broken.map(({ name }) => name)).toContain('no wallet was ever negative');
  await community.close();
});

it('without the lock alone the constraint still keeps the balance whole', async () => {
  const lockOnly = withoutLock.slice(withoutLock.indexOf('create or replace'));
  const community = await newCommunity({ poolSize: 50, withoutGuards: lockOnly });
  const person = await community.person({ coins: 7 * price });
  const { 200: bought } = await rush(community, person);
  expect(bought).toBe(7);
  expect(await balanceOf(community, person)).toBe(0);
  expect(await findBroken(community.db, invariants)).toEqual([]);
  await community.close();
});
