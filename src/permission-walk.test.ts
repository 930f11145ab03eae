import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthPaths } from '#features/accounts/contract.ts';
import { type Community, newCommunity, type Person } from './testing/community.ts';
import { policy, withId } from './testing/permission-policy.ts';
import type { PolicyRow } from './testing/permission-row.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const kinds = ['visitor', 'student', 'pending teacher', 'verified teacher', 'administrator'] as const;
const statusOf: Record<string, number> = { 0: 400, 1: 401, 3: 403, 4: 404, C: 409 };

/** Made anew for each call: some calls end the very session that makes them. */
async function somebody(kind: (typeof kinds)[number]): Promise<Person | null> {
  if (kind === 'visitor') return null;
  if (kind === 'student') return community.person({ tier: 'vip', coins: 5000 });
  if (kind === 'administrator') return community.person({ role: 'admin', tier: 'vip', coins: 5000 });
  return community.person({
    role: 'teacher',
    verified: kind === 'verified teacher',
    tier: 'vip',
    coins: 5000,
  });
}

describe.each(Object.entries(policy))('%s', (row, { says, call, anothers }) => {
  it.each(kinds)('for a %s', (kind) => expectAnswer(row, kind, says, call));

  if (anothers) {
    it.each(kinds)("what is another's or hidden, for a %s", (kind) =>
      expectAnswer(row, kind, anothers.says, anothers.call),
    );
  }

  if (row.includes('{id}')) {
    it.each([
      ['absent', 404],
      ['malformed', 400],
    ] as const)('an id that is %s', async (id, status) => {
      const person = await somebody('administrator');
      const { method, path, body, headers } = withId(await call(community, person), id);
      const before = await everything();
      expect((await community.request(person, method, path, body, headers)).status).toBe(status);
      expect(await everything()).toBe(before);
    });
  }
});

async function expectAnswer(
  row: string,
  kind: (typeof kinds)[number],
  says: string,
  call: PolicyRow['call'],
) {
  const person = await somebody(kind);
  const { method, path, body, headers } = await call(community, person);
  const letter = says[kinds.indexOf(kind)] ?? '';
  const before = letter === 'Y' ? '' : await everything();
  const answer = await community.request(person, method, path, body, headers);
  await answer.body?.cancel().catch(() => {});
  if (letter === 'Y') expect(answer.status, row).toBeLessThan(300);
  else {
    expect(answer.status, row).toBe(statusOf[letter]);
    // A refusal leaves no trace: no row, no event.
    expect(await everything()).toBe(before);
  }
}

it('a refusal says its code, a message and the request, and nothing else', async () => {
  const answer = await community.request(null, 'GET', '/api/profiles/me');
  expect(Object.keys(await answer.json()).sort()).toEqual(['code', 'message', 'requestId']);
});

it('every route of the product has a row in the policy, and every row has a route', () => {
  const served = community.api.routes
    // What is mounted under `/*` or for every method is something that requests pass through.
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/*'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const auth = openAuthPaths.map((open) => open.replace(' ', ' /api/auth'));
  expect(Object.keys(policy).sort()).toEqual([...new Set([...served, ...auth])].sort());
});

it('the sign-in library answers nothing but its open addresses', async () => {
  const person = await community.person();
  for (const path of [
    '/update-user',
    '/delete-user',
    '/change-email',
    '/admin/list-users',
    '/ok',
    '/error',
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await community.request(
        person,
        method,
        `/api/auth${path}`,
        method === 'POST' ? {} : undefined,
      );
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
  }
});

/** A fingerprint of every row there is, but for what signing in and out is made of. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'
    order by 1`.execute(community.db);
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as of_table, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`,
  );
  const { rows } = await sql`${sql.join(parts, sql` union all `)} order by 1`.execute(community.db);
  return JSON.stringify(rows);
}
