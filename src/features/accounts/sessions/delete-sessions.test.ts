import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  askAuth,
  beginFactor,
  goodPassword,
  personWithPassword,
  setUpFactor,
  tokenIn,
} from '../../../testing/sign-in.ts';
import { codeOf } from '../../../testing/totp.ts';

/** No event tells of a session that ended: what this process does not do by itself is not done. */
const withoutEvents = `create or replace function publish_access_changed() returns trigger language plpgsql as $$
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
      const { totpURI } = await beginFactor(community, cookie);
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

describe('a change of password that fails half way', () => {
  /** A community in which no session can be made for a person who changes their password: the database is full. */
  async function changeIn(where: Community, act: (person: Person, here: Person) => Promise<Response>) {
    const person = await personWithPassword(where);
    const there = await where.anotherSession(person);
    const changeLink = {
      id: crypto.randomUUID(),
      purpose: 'change-email',
      userId: person.id,
      address: `otra-${crypto.randomUUID()}@example.org`,
      expiresAt: new Date(Date.now() + 3_600_000),
    } as const;
    await where.db.insertInto('accountLinks').values(changeLink).execute();
    await sql`create or replace function no_session() returns trigger language plpgsql as
      'begin raise exception using errcode = ''disk_full''; end'`.execute(where.db);
    await sql`create or replace trigger no_session before insert or delete on sessions
      for each statement when (pg_trigger_depth() = 0) execute function no_session()`.execute(where.db);
    const answer = await act(person, there);
    await sql`drop trigger no_session on sessions`.execute(where.db);
    const { usedAt } = await where.db
      .selectFrom('accountLinks')
      .select('usedAt')
      .where('id', '=', changeLink.id)
      .executeTakeFirstOrThrow();
    const isIn = async ({ cookie }: Person) =>
      (await where.request({ ...person, cookie }, 'GET', '/api/today')).status === 200;
    const signIn = { email: person.email, password: better };
    const isChanged = (await askAuth(where, '', '/sign-in/email', signIn)).status === 200;
    return { status: answer.status, isChanged, isThereIn: await isIn(there), linkIsOver: usedAt !== null };
  }
  const change = (where: Community) => (person: Person) =>
    askAuth(where, person.cookie, '/change-password', { currentPassword: goodPassword, newPassword: better });
  /** The statement of the library alone, as a program would carry it out that knows nothing of sessions. */
  const write = (where: Community) => async (person: Person) => {
    const { password } = await where.authentication.$context;
    await where.db
      .updateTable('signInMethods')
      .set({ password: await password.hash(better) })
      .where('userId', '=', person.id)
      .execute();
    return new Response();
  };

  it('changes nothing, so that the person can try again', async () => {
    const where = await newCommunity();
    onTestFinished(() => where.close());
    const after = await changeIn(where, change(where));
    expect(after.status).toBe(503);
    expect(after).toMatchObject({ isChanged: false, isThereIn: true, linkIsOver: false });
  });

  it('ends what the old one opened, where only the statement that changes it was carried out', async () => {
    const where = await newCommunity();
    onTestFinished(() => where.close());
    const after = await changeIn(where, write(where));
    expect(after).toMatchObject({ isChanged: true, isThereIn: false, linkIsOver: true });
  });

  it('the control: leaves another person signed in without the trigger', async () => {
    const where = await newCommunity({ withoutGuards: 'drop trigger password_changed on sign_in_methods' });
    onTestFinished(() => where.close());
    const after = await changeIn(where, write(where));
    expect(after).toMatchObject({ isChanged: true, isThereIn: true, linkIsOver: false });
  });
});
