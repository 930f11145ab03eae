import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthPaths } from '#features/accounts/contract.ts';
import { countWrites, type Writes } from './testing/answers/count-writes.ts';
import { type Community, newCommunity, type Person } from './testing/community.ts';
import { phoneCodes, policy, withId } from './testing/permission-policy.ts';
import type { PolicyRow } from './testing/permission-row.ts';

let community: Community;
let writes: () => Promise<Writes>;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  for (const kind of kinds) standing.set(kind, await somebody(kind));
  writes = await countWrites(community.db);
});
afterAll(() => community.close());

const kinds = ['visitor', 'student', 'pending teacher', 'verified teacher', 'administrator'] as const;
const statusOf: Record<string, number> = { 0: 400, 1: 401, 3: 403, 4: 404, C: 409 };

/** People whose every call is refused, so that one of a kind is enough. */
const standing = new Map<(typeof kinds)[number], Person | null>();

/** Creates a person for each call, because some calls end the session that makes them. */
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

// `npm run mutate` asks for the operations of one feature.
const asked = new RegExp(process.env.WALK_ONLY ?? '');

describe.each(Object.entries(policy).filter(([row]) => asked.test(row)))(
  '%s',
  (row, { says, call, anothers }) => {
    it.each(kinds)('answers a %s as the policy says', (kind) => expectAnswer(row, kind, says, call));

    if (anothers) {
      it.each(kinds)("answers a %s as the policy says about what is another's or hidden", (kind) =>
        expectAnswer(row, kind, anothers.says, anothers.call),
      );
    }

    if (row.includes('{id}')) {
      it('refuses every kind of person an id that is absent or malformed', async () => {
        const made = await call(community, await somebody('administrator'));
        const before = await writes();
        for (const kind of kinds) {
          const letter = says[kinds.indexOf(kind)] ?? '';
          const absent = '13'.includes(letter) ? [statusOf[letter], 404] : [404];
          for (const [id, expected] of [
            ['absent', absent],
            ['malformed', letter === '1' ? [400, 401] : [400]],
          ] as const) {
            const { method, path, body, headers } = withId(made, id);
            const answer = await community.request(standing.get(kind) ?? null, method, path, body, headers);
            expect(expected, `${kind}, ${id}: ${answer.status}`).toContain(answer.status);
          }
        }
        expect(await writes()).toEqual(before);
      });
    }
  },
);

async function expectAnswer(
  row: string,
  kind: (typeof kinds)[number],
  says: string,
  call: PolicyRow['call'],
) {
  const person = await somebody(kind);
  const { method, path, body, headers } = await call(community, person);
  const letter = says[kinds.indexOf(kind)] ?? '';
  const before = letter === 'Y' ? null : await writes();
  const answer = await community.request(person, method, path, body, headers);
  if (letter === '4') {
    // What is hidden is answered as what does not exist.
    const absent = withId({ method, path }, 'absent');
    const none = await community.request(person, method, absent.path, body, headers);
    expect(await saidBy(answer), row).toEqual(await saidBy(none));
  } else if (letter === 'Y' && answer.status >= 400) {
    // The failure names the refusal.
    expect(await saidBy(answer), row).toBeUndefined();
  } else await answer.body?.cancel().catch(() => {});
  // A browser that comes back from a provider is sent on.
  if (letter === 'Y') expect(answer.status, row).toBeLessThan(400);
  else {
    expect(answer.status, row).toBe(statusOf[letter]);
    // A refused call writes neither a row nor an event.
    expect(await writes()).toEqual(before);
  }
}

async function saidBy(answer: Response) {
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return { status: answer.status, code, message };
}

it('a refusal is answered with its code, a message and the request id alone', async () => {
  const answer = await community.request(null, 'GET', '/api/profiles/me');
  expect(Object.keys(await answer.json()).sort()).toEqual(['code', 'message', 'requestId']);
});

it('every route of the product has a row in the policy, and every row has a route', () => {
  const served = community.api.routes
    // Handlers under `/*` or of every method are middleware.
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/*'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const auth = openAuthPaths.map((open) => open.replace(' ', ' /api/auth'));
  expect(Object.keys(policy).sort()).toEqual([...new Set([...served, ...auth])].sort());
});

it('the sign-in library answers only the addresses that the contract of accounts opens', async () => {
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
