import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAccount } from '#features/accounts/contract.ts';
import { answerOf } from './testing/answers/answer-of.ts';
import { type Community, newCommunity } from './testing/community.ts';
import { readDocument } from './testing/fuzz/read-document.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('GET /api/accounts/me returns no account for a visitor', async () => {
  const answer = await community.request(null, 'GET', '/api/accounts/me');
  expect(await answer.json()).toEqual({ account: null });
});

it('a person who has signed up has a role, a profile, a wallet and the bonus', async () => {
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Ximena',
    email: 'Ximena@Example.org',
    password: 'correcto-caballo',
  });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { account } = await answerOf(
    community.request({ id: '', email: '', name: '', cookie }, 'GET', '/api/accounts/me'),
    readAccount,
  );
  expect(account).toMatchObject({
    email: 'ximena@example.org',
    role: 'student',
    tier: 'free',
    ageGroup: 'adult',
  });
  const wallet = await community.db
    .selectFrom('wallets')
    .selectAll()
    .where('userId', '=', account?.id ?? '')
    .executeTakeFirst();
  expect(wallet).toMatchObject({ balance: 50, lastSequence: 1 });
});

it('signing out ends the session on the next request', async () => {
  const person = await community.person();
  expect(await (await community.request(person, 'GET', '/api/accounts/me')).json()).toMatchObject({
    account: { id: person.id },
  });
  expect((await community.request(person, 'POST', '/api/auth/sign-out', {})).status).toBe(200);
  expect(await (await community.request(person, 'GET', '/api/accounts/me')).json()).toEqual({
    account: null,
  });
});

/** Routes that the OpenAPI document leaves out, and why. */
const undescribed: Record<string, string> = {
  'GET /healthz': 'for the operator of the server, not for callers of the API',
  'GET /metrics': 'for the program of the operator that watches the server',
  'GET /.well-known/security.txt': 'for people who report a hole',
  'GET /api/openapi.json': 'the document itself',
  'GET /api/docs': 'the document as a page',
  'POST /api/auth/callback/apple': 'for the page of Apple, which posts a form',
  'GET /api/auth/callback/*': 'for browsers that come back from a provider',
  'POST /api/auth/*': 'Better Auth describes its own paths; the contract of accounts lists those we open',
};

it('the OpenAPI document describes every route of the product, and no route twice', async () => {
  const documented = await readDocument(community);
  const served = community.api.routes
    // Handlers of every method are middleware.
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect([...documented.keys(), ...Object.keys(undescribed)].sort()).toEqual([...new Set(served)].sort());
  const ids = [...documented.values()].map(({ operationId }) => operationId);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
