import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clientConfig } from '#server/db/connect.ts';
import { PreparingClient } from '#server/db/preparing-client.ts';
import { type Community, newCommunity, type Person, type PersonTraits } from '../testing/community.ts';
import { policy } from '../testing/permission-policy.ts';
import { fillForPerson } from '../testing/rows/fill-for-person.ts';

/*
 * These tests guarantee that no screen reads a whole table that grows with the community: each statement that a GET
 * request sends is planned as if every table had a million rows. PostgreSQL 18 lets the owner of a table say so
 * (`pg_restore_relation_stats`), so no row has to be inserted.
 */

const many = 1_000_000;

/** Tables that stay small however many people come. */
const small = new Set(
  `migrations plans store_items coin_rules coin_settings coins_issued seat_price class_rules feed_settings cup_settings cup_seasons
  cup_prizes cup_boards cup_reviews cup_alias_key class_holidays class_series class_deleted_days calendar_connection video_channels
  policy_versions demo_passwords demo_parts signing_keys sms_days`
    .trim()
    .split(/\s+/),
);

/** Tables of which no screen lists rows, each read by its key where something happens. */
const unlisted = new Set(
  'rate_limits provider_events test_subscriptions test_invoices test_refunds calendar_events calendar_imports'.split(
    ' ',
  ),
);

/** What reads a whole table all the same, and why that is borne. The list may only shrink. */
const borne: Record<string, string> = {
  'GET /api/admin/overview': 'figures over everybody, for administrators; `exists` stops at the first row',
  'GET /api/admin/trends': 'figures over twelve weeks, in which all rows of this test are',
  'GET /api/admin/waiting': 'what is stuck; the table holds only what is still to be done',
  'GET /api/calendar/status': 'the last moment of a whole calendar, for administrators',
  'GET /api/classes/possible-teachers': 'the list of who may teach, for organisers, looks at every adult',
  'GET /api/classes/{id}/candidates': 'a search for a part of a name, by the teacher in a class',
  'GET /api/payments/owed': 'what every teacher is owed, for administrators',
  'GET /api/payments/owed.csv': 'the same as a file',
  'GET /api/people': 'how many people there are, for administrators',
  'GET /api/people/{id}': 'who administers, which is a partial index where few do',
};

let community: Community;
const kinds: PersonTraits[] = [{}, { role: 'teacher', verified: true }, { role: 'admin' }];
const screens: { row: string; path: string; person: Person }[] = [];
beforeAll(async () => {
  community = await newCommunity({ poolSize: 5 });
  const [ana, other] = [
    await community.person({ role: 'teacher', verified: true }),
    await community.person({ role: 'admin' }),
  ];
  await fillForPerson(community, ana, other);
  for (const [row, { call }] of Object.entries(policy)) {
    if (!row.startsWith('GET /api/') || /events|openapi|docs/.test(row)) continue;
    for (const traits of kinds) {
      const person = await community.person({ ...traits, tier: 'vip', coins: 5000 });
      const { path } = await call(community, person);
      screens.push({ row, path, person });
    }
  }
  const expiresAt = new Date(Date.now() + 86_400_000);
  await community.db
    .insertInto('verifications')
    .values({ identifier: 'a step of signing in', value: '', expiresAt })
    .execute();
  await sql`analyze`.execute(community.db);
  const { rows } = await sql<{ name: string; size: number }>`
    select relname as name, pg_relation_size(oid) as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    community.db,
  );
  // An empty table has no page, and then no rows whatever is said of them.
  const empty = rows.filter(({ name, size }) => size === 0 && !small.has(name)).map(({ name }) => name);
  expect(empty.filter((name) => !unlisted.has(name))).toEqual([]);
  for (const { name } of rows) {
    if (small.has(name)) continue;
    await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', ${name}::text, 'relpages', 1,
      'reltuples', ${many}::real)`.execute(community.db);
  }
}, 240_000);
afterAll(() => community.close());

it('no statement of a screen reads the whole of a table that grows', async () => {
  const client = new pg.Client(clientConfig(community.address));
  await client.connect();
  const asked = vi.spyOn(PreparingClient.prototype, 'query');
  const found: string[] = [];
  const used = new Set<string>();
  const planned = new Set<string>();
  let answered = 0;
  for (const { row, path, person } of screens) {
    asked.mockClear();
    const answer = await community.request(person, 'GET', path);
    await answer.body?.cancel().catch(() => {});
    if (answer.status === 200) answered += 1;
    for (const [given, more] of asked.mock.calls as unknown[][]) {
      const query =
        typeof given === 'string'
          ? { text: given, values: more }
          : (given as { text?: string; values?: unknown });
      const text = query.text ?? '';
      if (!/^\s*(select|with)\b/i.test(text) || planned.has(text)) continue;
      planned.add(text);
      const values = Array.isArray(query.values) ? query.values : [];
      const { rows } = await client.query({ text: `explain (costs off) ${text}`, values }).catch((error) => {
        throw new Error(`${row}: ${error.message}\n${text}`);
      });
      const plan = rows.map((each) => String(Object.values(each)[0])).join('\n');
      for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g)) {
        if (small.has(table)) continue;
        if (row in borne) used.add(row);
        else found.push(`${row} reads all of ${table}: ${text.trim().slice(0, 200)}`);
      }
    }
  }
  asked.mockRestore();
  await client.end();
  expect(found).toEqual([]);
  // Statements were seen and answered, and what is borne shows that a whole table would be.
  expect(planned.size).toBeGreaterThan(100);
  expect(answered).toBeGreaterThan(150);
  expect([...used]).toContain('GET /api/people');
}, 240_000);
