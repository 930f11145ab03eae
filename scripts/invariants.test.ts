import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity, type Person } from '../src/testing/community.ts';
import { everyInvariant } from './invariants.ts';

let community: Community;
let person: Person;
let other: Person;
beforeAll(async () => {
  community = await newCommunity();
  await community.person({ role: 'admin' });
  person = await community.person({ coins: 500 });
  other = await community.person();
  await community.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
});
afterAll(() => community.close());

it('all of them hold in a community that the product itself has written', async () => {
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
});

const unguarded = `
  alter table sumicoins_ledger disable trigger ledger_is_append_only;
  alter table sumicoins_ledger drop constraint sign_fits_type, drop constraint one_effect_per_cause,
    drop constraint sumicoins_ledger_balance_after_check;
  alter table wallets drop constraint balance_never_negative;
  alter table user_roles disable trigger user;
  alter table store_items disable trigger items_stay;
  drop index one_live_board;`;

const liveBoard = `insert into cup_boards (season, status, row_count, live_at) values ('2026-11-01', 'live', 1, now());`;

/** What breaks each invariant; `P` and `Q` stand for two people. */
const harm: Record<string, string> = {
  'everybody has a wallet': `alter table sumicoins_ledger drop constraint sumicoins_ledger_user_id_fkey;
    delete from wallets where user_id = Q`,
  'a wallet is the sum of its ledger and counts its movements':
    'update wallets set balance = 7 where user_id = P',
  'no wallet was ever negative': 'update wallets set balance = -1 where user_id = P',
  'movements follow one another without a gap, each from the balance before':
    'delete from sumicoins_ledger where user_id = P and sequence = 2',
  'a cause moves coins once': "update sumicoins_ledger set cause = 'signup' where user_id = P",
  'the sign of a movement fits its type':
    "update sumicoins_ledger set transaction_type = 'purchase' where user_id = Q",
  'the ledger refuses changes': 'alter table sumicoins_ledger disable trigger ledger_is_append_only',
  'an order has one debit: its price, from its buyer': 'update orders set price = price + 1',
  'coins spent on an order have bought it': 'delete from orders',
  'a refunded order gave back its price or less, to its buyer, once':
    "update orders set status = 'refunded', refund_id = debit_id",
  'coins given back for an order are its refund': "select append_to_ledger(Q, 5, 'refund', 'x', 'refund:1')",
  'an order names an item of the store': "delete from store_items where id = 'custom-avatar'",
  'everybody has a role and a profile': 'delete from profiles where user_id = P',
  'where there are people, one of them is an administrator': "update user_roles set role = 'student'",
  'seats taken are the enrolments counted, and no more than there are': `
    insert into classes (title, description, starts_at, created_by, seats_taken) values ('x', 'x', now(), P, 3)`,
  'one cup board is live, once there was one': liveBoard + liveBoard,
  'a cup board has the rows it says': liveBoard,
  "a profile's videos and learning time are its views added up":
    'update profiles set total_videos_watched = 1 where user_id = P',
};

it.each(everyInvariant)('$name: otherwise it is found', async ({ name, query }) => {
  const done = (harm[name] ?? '').replaceAll(
    /\b[PQ]\b/g,
    (who) => `'${(who === 'P' ? person : other).id}'::uuid`,
  );
  const found = await undone(community.db, async (db) => {
    await sql.raw(unguarded).execute(db);
    await sql.raw(done).execute(db);
    return (await sql.raw(query).execute(db)).rows;
  });
  expect(done).not.toBe('');
  expect(found).not.toEqual([]);
});

/** What `act` answers, in a transaction that is taken back. */
async function undone<T>(db: Db, act: (db: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await act(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
