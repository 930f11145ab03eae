import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { goodPassword, personWithPassword } from '../../../testing/sign-in.ts';

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

describe('sessions', () => {
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
