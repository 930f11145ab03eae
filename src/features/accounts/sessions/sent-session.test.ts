import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { hourMs } from '#shared/time/durations.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { sendRaw } from '../../../testing/fuzz/send-raw.ts';
import { askAuth, personWithPassword, whoHas } from '../../../testing/sign-in.ts';
import { openIdServer } from '../../../testing/stand-ins/openid-server.ts';
import { inStepTransaction } from './step-transaction.ts';

// Attacks by a thief who has a session of a member and a session of their own, each carried out for real over a socket:
// both sessions come with one request, written so that two readers of it may find another one.

vi.setConfig({ testTimeout: 90_000 });

let provider: Awaited<ReturnType<typeof openIdServer>>;
let community: Community;
let server: ServerType;
let port: number;
beforeAll(async () => {
  provider = await openIdServer();
  community = await newCommunity({
    limitAttempts: true,
    nativeTokens: true,
    providers: [provider.settings],
    mail: 'sent',
  });
  const answering = { answerKept: community.answerKept, fetch: community.api.fetch };
  server = await listen(answering, { port: 0, hostname: '127.0.0.1' });
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await community.close();
  await provider.close();
});

const [thiefs, members] = ['la-del-ladrón-2', 'la-de-su-dueña-7'];
async function twoPeople() {
  const thief = await personWithPassword(community, {}, thiefs);
  const member = await personWithPassword(community, {}, members);
  await community.db.updateTable('users').set({ emailVerified: true }).execute();
  await community.db.deleteFrom('rateLimits').execute();
  return { thief, member };
}

type Sent = readonly (readonly [name: string, value: string])[];
const name = 'sumi.session_token';
const cookieValueOf = ({ cookie }: Person) => cookie.slice(`${name}=`.length);
const bearer = (person: Person) => decodeURIComponent(cookieValueOf(person));
const cookie = (value: string): Sent => [['cookie', value]];

/** Headers with the sessions of a member and of the thief, by how they are written. */
const written: Record<string, (member: Person, thief: Person) => Sent> = {
  'a blank before the sign': (member, thief) =>
    cookie(`${name} =${cookieValueOf(member)}; ${name}=${cookieValueOf(thief)}`),
  'a tab before the name': (member, thief) =>
    cookie(`x=1;\t${name}=${cookieValueOf(member)}; ${thief.cookie}`),
  'a tab before the sign': (member, thief) => cookie(`${name}\t=${cookieValueOf(member)}; ${thief.cookie}`),
  'a blank of another alphabet': (member, thief) =>
    cookie(`${name}\u00a0=${cookieValueOf(member)}; ${thief.cookie}`),
  'a value in quotes that is padded': (member, thief) =>
    cookie(`${name}="${cookieValueOf(member)}${' '.repeat(300)}"; ${thief.cookie}`),
  'two headers': (member, thief) => [
    ['Cookie', `${name} =${cookieValueOf(member)}`],
    ['cookie', thief.cookie],
  ],
  'a name without a value before it': (member, thief) => cookie(`x; ${member.cookie}; ${thief.cookie}`),
  'two of one name': (member, thief) => cookie(`${member.cookie}; ${thief.cookie}`),
  'two of one name, the thief’s first': (member, thief) => cookie(`${thief.cookie}; ${member.cookie}`),
  'a token after two blanks': (member, thief) => [
    ['authorization', `Bearer  ${bearer(member)}`],
    ['cookie', thief.cookie],
  ],
  'a token after a blank and a tab': (member, thief) => [
    ['authorization', `bearer \t${bearer(member)}`],
    ['cookie', thief.cookie],
  ],
  'a broken token beside a cookie': (member) => [
    ['authorization', `Bearer ${'x'.repeat(30)}.${'y'.repeat(30)}`],
    ['cookie', member.cookie],
  ],
  'a token beside the thief’s cookie': (member, thief) => [
    ['authorization', `Bearer ${bearer(member)}`],
    ['cookie', thief.cookie],
  ],
};

/** Sends the request; `asked` is the account whose session the library was handed, if it was asked. */
async function sending(path: string, headers: Sent, body: object) {
  const { authentication } = community;
  const { handler, api } = authentication;
  let asked: string | undefined;
  authentication.handler = async (request) => {
    asked = (await api.getSession({ headers: request.headers }))?.user.id;
    return handler(request);
  };
  const usual: Sent = [
    ['origin', 'http://localhost:3000'],
    ['content-type', 'application/json'],
  ];
  const raw = { method: 'POST', path, headers: [...usual, ...headers], body: JSON.stringify(body) };
  const answer = await sendRaw(port, raw);
  authentication.handler = handler;
  return { ...answer, asked };
}

async function passwordOf({ id }: Person) {
  const { password } = await community.db
    .selectFrom('signInMethods')
    .select('password')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return password;
}

describe.each(Object.entries(written))('a stolen session beside another one, by %s', (_how, headersOf) => {
  it('guesses no password more often than 25 times an hour, though the thief’s own right one comes between', async () => {
    const { thief, member } = await twoPeople();
    const headers = headersOf(member, thief);
    let wrong = 0;
    for (let n = 0; n < 28; n++) {
      // By the right password of their own account the thief clears the count that is theirs.
      if (n === 20) await askAuth(community, thief.cookie, '/two-factor/enable', { password: thiefs });
      const { asked } = await sending('/api/auth/two-factor/disable', headers, { password: 'no-es-esta' });
      if (asked === member.id) wrong++;
    }
    expect(wrong).toBeLessThanOrEqual(25);
  });

  it('changes no password but that of the account whose owner is told', async () => {
    const { thief, member } = await twoPeople();
    await community.letters();
    const [first, second] = [await passwordOf(member), await passwordOf(thief)];
    for (const currentPassword of [thiefs, members]) {
      const body = { currentPassword, newPassword: 'otra-larga-y-rara' };
      await sending('/api/auth/change-password', headersOf(member, thief), body);
    }
    const changed = [
      ...((await passwordOf(member)) === first ? [] : [member.email]),
      ...((await passwordOf(thief)) === second ? [] : [thief.email]),
    ];
    expect((await community.letters()).map(({ to }) => to)).toEqual(changed);
  });

  it('links no account of a provider by the password of another account', async () => {
    const { thief, member } = await twoPeople();
    // So that the session alone no longer says that it is the owner who acts.
    const createdAt = new Date(Date.now() - hourMs);
    await community.db.updateTable('sessions').set({ createdAt }).execute();
    await sending('/api/auth/link-social', headersOf(member, thief), { provider: 'oidc', password: thiefs });
    const states = await community.db
      .selectFrom('verifications')
      .select('value')
      .where('value', 'like', `%${member.id}%`)
      .execute();
    expect(states).toEqual([]);
  });
});

it('the control: of a header as it came, the sign-in library reads another person than our rules', async () => {
  const { thief, member } = await twoPeople();
  const cookie = `${name}\u00a0=${cookieValueOf(member)}; ${thief.cookie}`;
  const session = await community.authentication.api.getSession({ headers: new Headers({ cookie }) });
  expect(session?.user.id).toBe(member.id);
  expect((await whoHas(community, cookie))?.id).toBe(thief.id);
});

it('the sign-in library takes no step in a session of another person than our rules have judged', async () => {
  const { thief, member } = await twoPeople();
  const ctx = await community.ctxFor(thief);
  const listSessions = ({ cookie }: Person) =>
    inStepTransaction(ctx, {}, () =>
      community.authentication.handler(
        new Request('http://localhost:3000/api/auth/list-sessions', { headers: { cookie } }),
      ),
    );
  expect((await listSessions(thief)).status).toBe(200);
  await expect(listSessions(member)).rejects.toThrow(/a session of another person/);
});
