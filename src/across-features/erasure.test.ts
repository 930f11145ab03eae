import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRefunds } from '#features/payments/refunds/make-refunds.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { goneName } from '#server/own-data/own-data.ts';
import { everyInvariant } from '../every-invariant.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';
import { fillForPerson, marks } from '../testing/rows/fill-for-person.ts';
import { askAuth, goodPassword, personWithPassword } from '../testing/sign-in.ts';

/** Columns that still name the person by their id alone, and why. */
const staysUnderTheId: Record<string, string> = {
  'audit_log.actor_id': 'the log keeps ids, without names',
  'audit_log.person_id': 'the log keeps ids, without names',
  'class_absences.user_id': 'that a seat in a club stayed empty is the club’s, without the reason',
  'class_enrollments.user_id': 'attendance of past classes is the class’s',
  'class_reviews.teacher_id': 'what students said stays theirs',
  'class_reviews.user_id': 'the rating stays, without its words',
  'class_series.created_by': 'the classes that were made of it refer to it; no more are made',
  'classes.created_by': 'past classes keep their students’ records',
  'cup_prizes.user_id': 'a paid prize stands in the ledger',
  'notifications.names_person': 'others keep what they were told, without the name',
  'orders.settled_by': 'an order that nobody can deliver is refunded by its buyer leaving',
  'orders.user_id': 'its coins stand in the ledger',
  'payments.teacher_id': 'the books',
  'payments.user_id': 'the books',
  'profiles.user_id': 'every account has a profile; it is empty',
  'share_hand_overs.from_id': 'the books',
  'share_hand_overs.to_id': 'the books',
  'subscriptions.user_id': 'the books, and its end is told to the provider by due work',
  'sumicoins_ledger.user_id': 'the ledger never changes',
  'teacher_payouts.teacher_id': 'the books',
  'user_roles.user_id': 'every account has a role; a student’s gives nothing',
  'wallets.user_id': 'the running total of the ledger',
};

/** Tables in which a word of the person may still stand, and why. */
const mayStillSay: Record<string, string> = {
  mail_outbox: 'the last letter, until it has gone',
};

let community: Community;
let ana: Person;
let other: Person;
beforeAll(async () => {
  community = await newCommunity();
  other = await community.person({ name: 'Otilia Ajena', role: 'admin' });
  ana = await personWithPassword(community, { role: 'teacher', verified: true });
  await fillForPerson(community, ana, other);
  const answer = await community.request(ana, 'POST', '/api/privacy/deletion', {
    password: goodPassword,
    typed: ana.email,
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  await community.runDue(makeRefunds(community.providers));
});
afterAll(() => community.close());

async function columns(types: string): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join pg_tables on tablename = table_name and schemaname = 'public'
    where table_schema = 'public' and udt_name ~ ${types} order by 1, 2`.execute(community.db);
  return rows;
}

describe('a deleted account', () => {
  it('is named by its id only in the columns that a list explains', async () => {
    const found: string[] = [];
    for (const { table, column } of await columns('^uuid$')) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${ana.id} limit 1`.execute(community.db);
      if (rows.length > 0 && `${table}.${column}` !== 'users.id') found.push(`${table}.${column}`);
    }
    expect(found.sort()).toEqual(Object.keys(staysUnderTheId).sort());
  });

  it('leaves no word of the person in any column of any table', async () => {
    const found: string[] = [];
    const words = [ana.email, ...Object.values(marks)];
    for (const { table, column } of await columns('.*')) {
      for (const word of words) {
        const { rows } = await sql`
          select from ${sql.table(table)} where strpos(${sql.ref(column)}::text, ${word}) > 0 limit 1`.execute(
          community.db,
        );
        if (rows.length > 0 && !(table in mayStillSay)) found.push(`${table}.${column}: ${word}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('has its money on the way back, which administrators are told of without its name', async () => {
    const { rows } = await sql`select provider, status from payments
      where user_id = ${ana.id} and kind = 'single' order by provider`.execute(community.db);
    expect(rows).toEqual([
      { provider: 'manual', status: 'refunded' },
      { provider: 'test', status: 'refunded' },
    ]);
    const told = await sql`select user_id, detail ->> 'name' as name from notifications
      where kind = 'payments.give-back-by-hand'`.execute(community.db);
    expect(told.rows).toEqual([{ userId: other.id, name: goneName }]);
  });

  it('breaks no promise about coins, seats, boards and roles', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from sumicoins_ledger where user_id = ${ana.id}`.execute(community.db);
    expect(rows[0]?.n).toBeGreaterThan(3);
    // What the scene itself leaves unfinished: rewards and a prize that it wrote without the ledger.
    const before = [
      'a paid prize of the cup',
      'once the roll is closed',
      'the rating of a teacher',
      'each paid seat',
    ];
    const broken = await findBroken(community.db, everyInvariant);
    expect(broken.filter(({ name }) => !before.some((earlier) => name.startsWith(earlier)))).toEqual([]);
  });

  it('is signed out at once, cannot sign in, and is gone for administrators', async () => {
    expect((await community.request(ana, 'GET', '/api/profiles/me')).status).toBe(401);
    const again = await askAuth(community, '', '/sign-in/email', {
      email: ana.email,
      password: goodPassword,
    });
    expect(again.status).toBe(401);
    expect((await community.request(other, 'GET', `/api/people/${ana.id}`)).status).toBe(404);
    expect((await community.request(other, 'DELETE', `/api/people/${ana.id}/ban`)).status).toBe(404);
    const list = await (await community.request(other, 'GET', '/api/people')).json();
    expect(list.items.map(({ id }: { id: string }) => id)).not.toContain(ana.id);
  });

  it('refuses to be changed by a request that began before', async () => {
    const change = community.db.updateTable('users').set({ name: 'Ana' }).where('id', '=', ana.id).execute();
    await expect(change).rejects.toThrow('was deleted');
  });

  it('has its subscription ended at the provider, and its only letter is the last one, to its owner and not to the guardian of former years', async () => {
    const subscription = await community.db
      .selectFrom('subscriptions')
      .select('requestedChange')
      .where('userId', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(subscription.requestedChange).toBe('end');
    const letters = await community.letters();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [ana.email, 'Sua conta no Sumi foi excluída'],
    ]);
    const { rows } = await sql`select from mail_outbox`.execute(community.db);
    expect(rows).toEqual([]);
  });
});
