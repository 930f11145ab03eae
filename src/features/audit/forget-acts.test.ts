import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { plansOf } from '../../testing/plans-of.ts';
import { forgetActs } from './forget-acts.ts';

let community: Community;
let adela: Person;
beforeAll(async () => {
  community = await newCommunity();
  adela = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  const { db } = community;
  await sql`alter table audit_log disable trigger user`.execute(db);
  await db.deleteFrom('auditLog').execute();
  await sql`alter table audit_log enable trigger user`.execute(db);
});

async function insertAct(db: Db, act: string, daysAgo: number): Promise<void> {
  await sql`insert into audit_log (actor_id, act, created_at)
    values (${adela.id}, ${act}, now() - make_interval(days => ${daysAgo}))`.execute(db);
}

async function acts(): Promise<string[]> {
  const rows = await community.db.selectFrom('auditLog').select('act').orderBy('act').execute();
  return rows.map(({ act }) => act);
}

it('forgetActs deletes acts after so many days, and keeps those about coins and money for good', async () => {
  const { db } = community;
  for (const act of ['people.ban', 'payments.refund-payment', 'people.credit-coins', 'store.refund-order'])
    await insertAct(db, act, 800);
  await insertAct(db, 'people.unban', 699);
  await forgetActs(700).run(await community.ctxFor());
  expect(await acts()).toEqual([
    'payments.refund-payment',
    'people.credit-coins',
    'people.unban',
    'store.refund-order',
  ]);
});

it('the database deletes no act of the last year and none about money, whatever code asks for it', async () => {
  const { db } = community;
  await insertAct(db, 'people.ban', 364);
  await expect(db.deleteFrom('auditLog').execute()).rejects.toThrow('append-only');
  await expect(forgetActs(300).run(await community.ctxFor())).rejects.toThrow('append-only');
  await insertAct(db, 'payments.record-payout', 4000);
  await expect(db.deleteFrom('auditLog').where('act', 'like', 'payments.%').execute()).rejects.toThrow(
    'append-only',
  );
  await expect(sql`truncate audit_log cascade`.execute(db)).rejects.toThrow('append-only');
  expect(await acts()).toEqual(['payments.record-payout', 'people.ban']);
});

it('every act whose name speaks of coins, prices or payments is one about money', async () => {
  const { rows } = await sql<{ act: string }>`select act from unnest(array[
    'coins.change-settings', 'memberships.set-plan-price', 'payments.record-payment', 'payments.record-payout',
    'payments.reverse-payout', 'payments.refund-payment', 'payments.set-seat-price', 'people.credit-coins',
    'people.debit-coins', 'people.change-membership', 'store.change-item', 'store.fulfil-order', 'store.refund-order',
    'classes.close-roll', 'classes.correct-attendance', 'cup.close-season', 'cup.change-settings',
    'people.ban', 'classes.cancel-class', 'videos.approve-video', 'people.change-role']) act
    where not is_money_act(act)`.execute(community.db);
  expect(rows.map(({ act }) => act)).toEqual([
    'people.ban',
    'classes.cancel-class',
    'videos.approve-video',
    'people.change-role',
  ]);
});

it('forgetActs finds the oldest acts that may go by an index that has no other', async () => {
  const plans = await community.db.connection().execute(async (db) => {
    // So small a table is read faster without an index.
    await sql`set enable_seqscan = off`.execute(db);
    await sql`set enable_bitmapscan = off`.execute(db);
    return plansOf({ ...(await community.ctxFor()), db }, (listening) => forgetActs(700).run(listening));
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index Scan using audit_log_to_forget on audit_log/);
  expect(plans[0]).not.toMatch(/Seq Scan|Sort|Filter/);
});
