import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { askAuth, goodPassword, personWithPassword, setUpFactor, tokenIn } from '../../../testing/sign-in.ts';
import { codeOf } from '../../../testing/totp.ts';

/** No event tells of a session that ended: what this process does not do by itself is not done. */
const withoutEvents = `create or replace function tell_access_changed() returns trigger language plpgsql as $$
  begin return null; end $$`;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ withoutGuards: withoutEvents });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const acts: [string, (person: Person) => Promise<Response>][] = [
  ['a ban', ({ id }) => community.request(admin, 'PUT', `/api/people/${id}/ban`, { reason: 'Molesta' })],
  ['ending them', ({ id }) => community.request(admin, 'DELETE', `/api/people/${id}/sessions`)],
  [
    'deleting the account',
    (person) => {
      const body = { password: goodPassword, typed: person.email };
      return community.request(person, 'POST', '/api/privacy/deletion', body);
    },
  ],
];

const better = 'colibri-de-papel';

/** What a person does in one browser, and whether they had a second factor before. */
const ownActs: [string, (here: Person) => Promise<Response>, 'with a factor'?][] = [
  [
    'the password was changed',
    ({ cookie }) =>
      askAuth(community, cookie, '/change-password', { currentPassword: goodPassword, newPassword: better }),
  ],
  [
    'a new password was set by letter',
    async ({ email }) => {
      await community.request(null, 'POST', '/api/accounts/password-reset', { email });
      const token = tokenIn((await community.letters()).find(({ to }) => to === email));
      return community.request(null, 'PUT', '/api/accounts/password-reset', { token, password: better });
    },
  ],
  [
    'a second factor was set up',
    async ({ cookie }) => {
      const setup = await askAuth(community, cookie, '/two-factor/enable', { password: goodPassword });
      const { totpURI } = (await setup.json()) as { totpURI: string };
      return askAuth(community, cookie, '/two-factor/verify-totp', { code: codeOf(totpURI) });
    },
  ],
  [
    'the second factor was switched off',
    ({ cookie }) => askAuth(community, cookie, '/two-factor/disable', { password: goodPassword }),
    'with a factor',
  ],
  [
    'its person signed out elsewhere',
    ({ cookie }) => askAuth(community, cookie, '/revoke-other-sessions', {}),
  ],
];

describe('sessions', () => {
  it.each(ownActs)('on another device are over for the very next request once %s', async (_, act, factor) => {
    const person = await personWithPassword(community);
    const here = factor ? { ...person, cookie: (await setUpFactor(community, person)).cookie } : person;
    const there = await community.anotherSession(person);
    expect((await community.request(there, 'GET', '/api/today')).status).toBe(200);
    expect((await act(here)).status).toBe(200);
    expect((await community.request(there, 'GET', '/api/today')).status).toBe(401);
  });

  it.each(acts)(
    'are over for the very next request after %s, before an event tells of it',
    async (_, act) => {
      const person = await personWithPassword(community);
      expect((await community.request(person, 'GET', '/api/today')).status).toBe(200);
      expect((await act(person)).status).toBe(200);
      expect((await community.request(person, 'GET', '/api/today')).status).toBe(401);
    },
  );
});
