import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { type Connection, connect } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { buyItem } from './buy-item.ts';
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

/** Concurrent purchases by one person; how often each status was answered. */
async function rush(community: Community, person: Person, times = crowd): Promise<Record<number, number>> {
  await arrive(community, person);
  const answers = await Promise.all(
    Array.from({ length: times }, () => buy(community, person, randomUUID())),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * The same by eight server processes at once, each with connections of its own. One process makes the purchases of a
 * person one after another, so only several processes compete for a wallet. The first purchase of each has read the
 * balance, or waits for its lock, before one writes it in the ledger.
 */
async function rushOnServers(community: Community, person: Person): Promise<Record<number, number>> {
  const ctx = await community.ctxFor(person);
  const servers = Array.from({ length: 8 }, () => connect(community.address, { waitMs: 60_000 }));
  const buyOn = ({ db }: Connection) =>
    buyItem({ ...ctx, db }, { itemId: 'custom-avatar' }, randomUUID()).then(
      () => 200,
      (error) => (error instanceof Refusal ? error.status : 500),
    );
  const onEach = await raceForTable(community.db, 'sumicoinsLedger', () =>
    servers.map((server) => Promise.all(Array.from({ length: crowd / servers.length }, () => buyOn(server)))),
  );
  await Promise.all(servers.map((server) => server.close()));
  const counts: Record<number, number> = {};
  for (const one of onEach) {
    if (one.status === 'rejected') throw one.reason;
    for (const status of one.value) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Makes the server cache the session, so that the concurrent requests do not queue for it. */
const arrive = (community: Community, person: Person) =>
  community.request(person, 'GET', '/api/coins/wallet');

async function balanceOf({ db }: Community, { id }: Person): Promise<number> {
  const row = db.selectFrom('wallets').select('balance').where('userId', '=', id);
  return (await row.executeTakeFirstOrThrow()).balance;
}

describe('concurrent purchases from one balance', () => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity({ poolSize: 50 });
  });
  afterAll(() => community.close());

  it('succeed as often as the balance allows, of 200 at once', async () => {
    const person = await community.person({ coins: 7 * price + 30 });
    expect(await rush(community, person)).toEqual({ 200: 7, 409: crowd - 7 });
    expect(await balanceOf(community, person)).toBe(30);
    expect(await findBroken(community.db, invariants)).toEqual([]);
  });

  it('succeed as often as the balance allows, of 200 at once on eight server processes', async () => {
    const person = await community.person({ coins: 7 * price + 30 });
    expect(await rushOnServers(community, person)).toEqual({ 200: 7, 409: crowd - 7 });
    expect(await balanceOf(community, person)).toBe(30);
    expect(await findBroken(community.db, invariants)).toEqual([]);
  });

  it('lose no coin while the balance is also filled', async () => {
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

  it('are one purchase with one answer when 500 share a key', async () => {
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

  it('refuse no request with the same key when the balance allows one purchase', async () => {
    const person = await community.person({ coins: price });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(community, person, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(community, person)).toBe(0);
  });
});

/** Reads, then writes: the wallet is not locked, and no constraint refuses a negative balance. */
const withoutLock = `
  alter table wallets drop constraint balance_never_negative;
  alter table sumicoins_ledger drop constraint sumicoins_ledger_balance_after_check;
  create or replace function append_movements(people uuid[], coins integer[], kind text, said text[], because text[])
  returns table (person uuid, ledger_id uuid, balance integer, known boolean) language plpgsql as $$
  declare
    place integer;
  begin
    person := people[1];
    balance := (select wallets.balance from wallets where user_id = person);
    known := false;
    if balance + coins[1] >= 0 then
      update wallets set balance = wallets.balance + coins[1], last_sequence = last_sequence + 1
        where user_id = person returning wallets.balance, last_sequence into balance, place;
      insert into sumicoins_ledger (user_id, sequence, amount, balance_after, transaction_type, description, cause)
        values (person, place, coins[1], balance, kind, said[1], because[1]) returning id into ledger_id;
    end if;
    return next;
  end $$;`;

it('the control: concurrent purchases overspend one balance without the lock and the constraint', async () => {
  const community = await newCommunity({ poolSize: 50, withoutGuards: withoutLock });
  const person = await community.person({ coins: price });
  expect(await rushOnServers(community, person)).toEqual({ 200: 8, 409: crowd - 8 });
  expect(await balanceOf(community, person)).toBe(-7 * price);
  const broken = await findBroken(community.db, invariants);
  expect(broken.map(({ name }) => name)).toContain('no wallet was ever negative');
  await community.close();
});

it('concurrent purchases never overspend without the lock alone, because of the constraint', async () => {
  const lockOnly = withoutLock.slice(withoutLock.indexOf('create or replace'));
  const community = await newCommunity({ poolSize: 50, withoutGuards: lockOnly });
  const person = await community.person({ coins: 7 * price });
  const { 200: bought } = await rushOnServers(community, person);
  expect(bought).toBe(7);
  expect(await balanceOf(community, person)).toBe(0);
  expect(await findBroken(community.db, invariants)).toEqual([]);
  await community.close();
});
