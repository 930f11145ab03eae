import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noSuchRow } from '#features/cup/contract.ts';
import { payoutRefusals } from '#features/payments/contract.ts';
import type { Log } from '#server/log.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { askAuth, goodPassword, personIn, tokenIn } from '../../../testing/sign-in.ts';
import { confirmEmailFirst, readAccount } from '../contract.ts';
import { logLibraryFaults } from './log-library-faults.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());

async function signUp(body: Record<string, unknown> = {}): Promise<Person> {
  const email = `ana.ruiz-${crypto.randomUUID()}@example.org`;
  const answer = await askAuth(community, '', '/sign-up/email', { email, password: goodPassword, ...body });
  expect(answer.status).toBe(200);
  return personIn(answer, { name: '', email });
}
const me = async (person: Person) =>
  (await answerOf(community.request(person, 'GET', '/api/accounts/me'), readAccount)).account;

describe('signing up where mail is sent', () => {
  it('opens a session at once, with an e-mail and a password alone', async () => {
    const person = await signUp();
    expect(await me(person)).toMatchObject({
      name: person.email.split('@')[0],
      emailVerified: false,
      emailProved: false,
      contactProved: false,
      role: 'student',
      tier: 'free',
    });
  });

  it('says that there is an account already, also to a visitor who signs up with its address at the same time', async () => {
    const body = { email: `${crypto.randomUUID()}@example.org`, password: goodPassword };
    const answers = await Promise.all([1, 2, 3].map(() => askAuth(community, '', '/sign-up/email', body)));
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect((await answer.json()).code).toMatch(/^USER_ALREADY_EXISTS/);
  });

  it.each([{ name: '' }, { name: '   ' }, { name: null }])(
    'takes the name from the address when it gets %j',
    async (given) => {
      const person = await signUp(given);
      expect(await me(person)).toMatchObject({ name: person.email.split('@')[0], nameAnswered: false });
    },
  );

  it.each(['Ana', ''])(
    'asks for a missing name until the profile gets one, also the same (%j)',
    async (given) => {
      const person = await signUp();
      const name = given || person.email.split('@')[0];
      await community.request(person, 'PATCH', '/api/profiles/me', { country: 'MX' });
      expect(await me(person)).toMatchObject({ nameAnswered: false });
      expect((await community.request(person, 'PATCH', '/api/profiles/me', { name })).status).toBe(200);
      expect(await me(person)).toMatchObject({ name, nameAnswered: true });
    },
  );

  it('keeps the name that it gets, and refuses one that is no text', async () => {
    expect(await me(await signUp({ name: ' Ana ' }))).toMatchObject({ name: 'Ana', nameAnswered: true });
    const wrong = { email: `${crypto.randomUUID()}@example.org`, password: goodPassword, name: 7 };
    expect((await askAuth(community, '', '/sign-up/email', wrong)).status).toBe(400);
  });
});

describe('an address that is not confirmed', () => {
  const apply = (person: Person) =>
    community.request(person, 'POST', '/api/teachers/application', {
      bio: 'Enseño español desde hace diez años.',
      languagesTaught: ['es'],
      specialties: [],
      experienceYears: 10,
    });
  const claim = (person: Person) =>
    community.request(person, 'POST', '/api/cup/claims', { username: 'desconocida' });

  it('keeps its owner from teaching and from claiming a row of the cup, until a letter is followed', async () => {
    const person = await signUp();
    await expect(apply(person)).toBeRefused(confirmEmailFirst);
    await expect(claim(person)).toBeRefused(confirmEmailFirst);
    const letter = (await community.letters()).find(({ to }) => to === person.email);
    await community.request(null, 'POST', '/api/accounts/links/follow', { token: tokenIn(letter) });
    expect((await apply(person)).status).toBe(200);
    await expect(claim(person)).toBeRefused(noSuchRow);
  });

  it('keeps a verified teacher from importing a calendar', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const sync = () =>
      community.request(teacher, 'POST', '/api/functions/sync-calendar', { userId: teacher.id });
    await expect(sync()).toBeRefused(confirmEmailFirst);
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', teacher.id)
      .execute();
    await community.request(teacher, 'PATCH', '/api/profiles/me', { name: 'Inés' });
    expect((await sync()).status).toBe(200);
  });

  it('keeps an administrator from recording a payout', async () => {
    const admin = await community.person({ role: 'admin' });
    const payOut = () =>
      community.request(admin, 'POST', '/api/payments/payouts', {
        teacherId: crypto.randomUUID(),
        amountCents: 100,
        currency: 'USD',
      });
    await expect(payOut()).toBeRefused(confirmEmailFirst);
    await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', admin.id).execute();
    await community.request(admin, 'PATCH', '/api/profiles/me', { name: 'Marta' });
    await expect(payOut()).toBeRefused(payoutRefusals.noSuchTeacher);
  });

  it('counts as proved where no mail is sent, because it could never be confirmed', async () => {
    const silent = await newCommunity({ mail: 'none' });
    try {
      const person = await silent.person();
      const answer = await silent.request(person, 'GET', '/api/accounts/me');
      expect(await answer.json()).toMatchObject({ account: { emailVerified: false, emailProved: true } });
    } finally {
      await silent.close();
    }
  });
});

it('a step of sign-in for members answers session_not_found without a session', async () => {
  const answer = await askAuth(community, '', '/change-password', { newPassword: goodPassword });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'session_not_found', message: expect.any(String) });
});

it.each([
  ['a fault of the database', 'users_zone_known', 1],
  ['no sign-up of two people with one address at once', 'users_email_key', 0],
])('the log of the sign-in library has %s as an error', (_what, constraint, errors) => {
  const logged: unknown[] = [];
  const log = { error: (fields: object) => logged.push(fields) } as unknown as Log;
  const fault = new Error('failed', { cause: Object.assign(new Error('duplicate'), { constraint }) });
  logLibraryFaults(log).log('error', 'failed', fault);
  expect(logged).toHaveLength(errors);
});
