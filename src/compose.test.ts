import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from './testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('a visitor is nobody', async () => {
  const answer = await community.request(null, 'GET', '/api/accounts/me');
  expect(await answer.json()).toEqual({ account: null });
});

it('a person made by sign-up has a role, a profile, a wallet and the bonus', async () => {
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Ximena',
    email: 'Ximena@Example.org',
    password: 'correcto-caballo',
  });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const me = await community.request({ id: '', email: '', name: '', cookie }, 'GET', '/api/accounts/me');
  const { account } = (await me.json()) as { account: { id: string; email: string; role: string } };
  expect(account).toMatchObject({
    email: 'ximena@example.org',
    role: 'student',
    tier: 'free',
    ageGroup: 'adult',
  });
  const wallet = await community.db
    .selectFrom('wallets')
    .selectAll()
    .where('userId', '=', account.id)
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
