import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { keyTaken } from '#server/db/once.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { buyItem } from './buy-item.ts';
import { buyItem as operation, storeRefusals } from './contract.ts';
import { storeInvariants } from './store-invariants.ts';

/**
 * Purchases that arrive while another purchase is made share a statement and a commit (src/server/db/group-commit.ts).
 */
let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
afterEach(async () => {
  expect(await findBroken(community.db, [...coinInvariants, ...storeInvariants])).toEqual([]);
});

type AskedPurchase = { person: Person; itemId?: string; key?: string };

const buy = ({ person, itemId = 'custom-avatar', key = randomUUID() }: AskedPurchase) =>
  community.request(person, 'POST', '/api/store/orders', { itemId }, { 'idempotency-key': key });

/** Buyers whose sessions the server has cached, so that their purchases arrive together. */
async function buyers(...coins: number[]): Promise<Person[]> {
  const people = await Promise.all(coins.map((each) => community.person({ coins: each })));
  await Promise.all(people.map((person) => community.request(person, 'GET', '/api/coins/wallet')));
  return people;
}

/** The transaction in which each person's last order was made. */
async function transactionsOf(people: readonly Person[]): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`select distinct xmin::text as at from orders
    where user_id = any(${people.map(({ id }) => id)}::uuid[])`.execute(community.db);
  return rows.map(({ at }) => at);
}

const ordersOf = async (people: readonly Person[]) => {
  const rows = community.db
    .selectFrom('orders')
    .select('id')
    .where(
      'userId',
      'in',
      people.map(({ id }) => id),
    );
  return (await rows.execute()).map(({ id }) => id);
};

it('purchases of different people that arrive while one is made share the next transaction', async () => {
  const people = await buyers(...Array(40).fill(100));
  const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
  await Promise.all(contexts.map((ctx) => buyItem(ctx, { itemId: 'custom-avatar' }, randomUUID())));
  expect(await ordersOf(people)).toHaveLength(40);
  expect(await transactionsOf(people)).toHaveLength(2);
});

it('each purchase of a batch is refused or made by its own rules', async () => {
  const people = await buyers(100, 99, 1000, 1000, 500, 0);
  const items = [
    undefined,
    undefined,
    'no-such-item',
    'premium-material',
    'private-class-30',
    'custom-avatar',
  ];
  const answers = await Promise.all(people.map((person, nth) => buy({ person, itemId: items[nth] })));
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 404, 200, 200, 409]);
  const refusals = await Promise.all([answers[1], answers[5]].map((answer) => answer?.json()));
  expect(refusals).toMatchObject([{ detail: { missing: 1 } }, { detail: { missing: 100 } }]);
});

it('two purchases of one person with one key in a batch are one purchase with one answer', async () => {
  const [ana, luis] = (await buyers(500, 500)) as [Person, Person];
  const key = randomUUID();
  const answers = await Promise.all([
    buy({ person: luis }),
    buy({ person: ana, key }),
    buy({ person: ana, key }),
    buy({ person: ana, key, itemId: 'premium-material' }),
  ]);
  const [, first, second, other] = answers;
  expect(await first?.json()).toEqual(await second?.json());
  await expect(other).toBeRefused(keyTaken);
  expect(await ordersOf([ana])).toHaveLength(1);
});

it('purchases of one person are made one after another and spend no coin twice', async () => {
  const [ana, ...others] = (await buyers(250, 100, 100, 100)) as [Person, ...Person[]];
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => buy({ person: ana })),
    ...others.map((person) => buy({ person })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409, 409, 200, 200, 200]);
});

it('of the shields that one person buys in a batch those beyond the settings are refused', async () => {
  const [ana, ...others] = (await buyers(500, 100, 100)) as [Person, ...Person[]];
  await community.db.updateTable('coinSettings').set({ mostShields: 2 }).execute();
  const answers = await Promise.all([
    ...others.map((person) => buy({ person })),
    ...Array.from({ length: 3 }, () => buy({ person: ana, itemId: 'streak-shield' })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409]);
  await expect(answers[4]).toBeRefused(storeRefusals.shieldsFull);
  const { rows } = await sql`select shields_in_hand(${ana.id})`.execute(community.db);
  expect(rows).toEqual([{ shieldsInHand: 2 }]);
});

it('a purchase whose wallet another transaction has locked holds up no other buyer', async () => {
  const [ana, luis, eva] = (await buyers(100, 100, 100)) as [Person, Person, Person];
  const held = await community.db.startTransaction().execute();
  await sql`select from wallets where user_id = ${ana.id} for update`.execute(held);
  const waiting = buy({ person: ana });
  const answers = await Promise.all([buy({ person: luis }), buy({ person: eva })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await ordersOf([ana])).toEqual([]);
  await held.commit().execute();
  expect((await waiting).status).toBe(200);
});

/** Ends the connection that makes the 20th, 60th and 100th order, while it commits. */
const killWhileCommitting = `
  create sequence made_orders;
  create function kill_server() returns trigger language plpgsql as $$
  begin
    if nextval('made_orders') in (20, 60, 100) then perform pg_terminate_backend(pg_backend_pid(), 1); end if;
    return null;
  end $$;
  create constraint trigger kill_server after insert on orders deferrable initially deferred
    for each row execute function kill_server();`;

it('no acknowledged purchase is lost when connections are killed while they commit, and none is made twice', async () => {
  await sql.raw(killWhileCommitting).execute(community.db);
  const people = await buyers(...Array(30).fill(2000));
  const acknowledged: string[] = [];
  const statuses: number[] = [];
  /** Each buyer repeats a purchase under its key until it is made, as a browser does. */
  const shop = async (person: Person) => {
    for (let nth = 0; nth < 5; nth++) {
      const key = randomUUID();
      let answer = await buy({ person, key });
      for (let again = 0; again < 20 && answer.status === 503; again++) {
        statuses.push(answer.status);
        answer = await buy({ person, key });
      }
      statuses.push(answer.status);
      acknowledged.push((await answerOf(answer, operation)).order.id);
    }
  };
  await Promise.all(people.map(shop));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await ordersOf(people)).sort()).toEqual(acknowledged.sort());
  expect(acknowledged).toHaveLength(150);
});
