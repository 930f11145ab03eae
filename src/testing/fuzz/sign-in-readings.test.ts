import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openAuthPaths } from '#features/accounts/contract.ts';
import { listen } from '#server/http/listen.ts';
import { parseJson } from '#shared/parse-json.ts';
import { type Community, newCommunity, type Person } from '../community.ts';
import { whoHas } from '../sign-in.ts';
import { bodySpellings, sessionSpellings } from './hostile-spellings.ts';
import { sendRaw } from './send-raw.ts';

// Our rules judge a request under /api/auth, and the sign-in library acts on it. Each reads bodies and cookies with a
// parser of its own. So each step is asked in generated spellings, over a socket, and what the library was handed is
// compared with what our rules have judged.

vi.setConfig({ testTimeout: 300_000 });

const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const each = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 5000) / 200);

let community: Community;
let server: ServerType;
let port: number;
/** What the library was asked by the request at hand. */
let handed: { text: string; headers: Headers } | null;
beforeAll(async () => {
  community = await newCommunity({ nativeTokens: true });
  // It answers before it acts, so that no session ends and no password changes.
  community.authentication.handler = async (request) => {
    handed = { text: await request.text(), headers: request.headers };
    return new Response('{"code":"asked"}', { status: 400 });
  };
  const answering = { answerKept: community.answerKept, fetch: community.api.fetch };
  server = await listen(answering, { port: 0, hostname: '127.0.0.1' });
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await community.close();
});

const newcomer = () => ({
  email: `${crypto.randomUUID()}@example.org`,
  password: 'una-larga-y-rara',
  newPassword: 'otra-larga-y-rara',
  currentPassword: 'no-es-esta',
  code: '123456',
  provider: 'google',
});
const fromOurPage = [
  ['origin', 'http://localhost:3000'],
  ['content-type', 'application/json'],
] as const;

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sends the step and answers what the library was handed; null where it was not asked. */
async function handedBy(
  path: string,
  headers: readonly (readonly [string, string])[],
  body?: Uint8Array,
): Promise<typeof handed> {
  handed = null;
  const [method = '', address] = path.split(' ');
  const isPost = method === 'POST';
  await sendRaw(port, {
    method,
    path: `/api/auth${address}`,
    headers: [...(isPost ? fromOurPage : []), ...headers],
    body: isPost ? (body ?? JSON.stringify(newcomer())) : undefined,
  });
  return handed;
}

it.each(openAuthPaths.filter((path) => path.startsWith('POST ')))(
  '%s hands the sign-in library the fields that our rules have judged, however a body is written',
  async (path) => {
    const { cookie } = await community.person();
    const usual = await handedBy(path, [['cookie', cookie]]);
    for (const body of fc.sample(bodySpellings(newcomer()), { seed, numRuns: each })) {
      const text = (await handedBy(path, [['cookie', cookie]], body))?.text;
      // A body in UTF-8 may begin with one mark, which is no part of its text.
      const read = parseJson(new TextDecoder().decode(body));
      if (text === undefined) continue;
      expect(isObject(read), shown(body)).toBe(true);
      if (!path.includes('social'))
        expect(JSON.parse(text), shown(body)).toEqual(JSON.parse(JSON.stringify(read)));
    }
    expect((await handedBy(path, [['cookie', cookie]])) === null).toBe(usual === null);
  },
);

it.each(openAuthPaths)(
  '%s hands the sign-in library the session that our rules have judged, however two of them are written',
  async (path) => {
    const { authentication } = community;
    const people = [await community.person(), await community.person()] as [Person, Person];
    const values = people.map((person) => person.cookie.slice('sumi.session_token='.length)) as [
      string,
      string,
    ];
    const found = new Set<string | undefined>();
    for (const headers of fc.sample(sessionSpellings(values), { seed, numRuns: each })) {
      const asked = await handedBy(path, headers);
      if (asked === null) continue;
      const read = (await authentication.api.getSession({ headers: asked.headers }))?.user.id;
      const judged = (await sendRaw(port, { method: 'GET', path: '/api/accounts/me', headers })).answer;
      expect(read, JSON.stringify(headers)).toBe((judged as { account: { id: string } | null }).account?.id);
      found.add(read);
    }
    expect(found.has(people[0].id) || found.size === 0).toBe(true);
  },
);

it('the control: the sign-in library reads other fields and another person in some of these spellings', async () => {
  const bodies = fc.sample(bodySpellings(newcomer()), { seed, numRuns: 200 });
  const differ = await Promise.all(
    bodies.map(async (body) => {
      const init = { method: 'POST', body };
      const read = await new Request('http://localhost', init as RequestInit).json().catch(() => undefined);
      return isObject(read) && !isObject(parseJson(new TextDecoder().decode(body)));
    }),
  );
  expect(differ).toContain(true);
  const people = [await community.person(), await community.person()] as [Person, Person];
  const values = people.map(({ cookie }) => cookie.slice('sumi.session_token='.length)) as [string, string];
  let others = 0;
  for (const headers of fc.sample(sessionSpellings(values), { seed, numRuns: 200 })) {
    const given = new Headers();
    for (const [name, value] of headers) given.append(name, value);
    const read = (await community.authentication.api.getSession({ headers: given }))?.user.id;
    const cookie = given.get('cookie') ?? '';
    if (!given.has('authorization') && read !== (await whoHas(community, cookie))?.id) others++;
  }
  expect(others).toBeGreaterThan(0);
});

const shown = (body: Uint8Array) => JSON.stringify(Buffer.from(body).toString());
