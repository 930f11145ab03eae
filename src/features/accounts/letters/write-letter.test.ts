import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import type { JsonObject } from '#server/db/schema.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { askAuth, goodPassword, personWithPassword, tokenIn } from '../../../testing/sign-in.ts';
import { askGuardian } from '../guardian/ask-guardian.ts';
import { consentByLink } from '../guardian/consent-by-link.ts';
import { resetPassword } from '../links/reset-password.ts';
import { letterWriter } from './write-letter.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());

const advertisement = 'Gana 500 USD https://evil.example';

async function newcomer({ proved }: { proved: boolean }): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db
    .updateTable('users')
    .set({ name: advertisement, emailVerified: proved })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** What makes Sumi write to the address of a person, or to one that they name. */
const causes: Record<string, (person: Person) => Promise<Response>> = {
  'a new password': ({ email }) => community.request(null, 'POST', '/api/accounts/password-reset', { email }),
  'a letter to sign in': ({ email }) =>
    community.request(null, 'POST', '/api/accounts/sign-in-letter', { email }),
  'another letter to confirm the address': (person) =>
    community.request(person, 'POST', '/api/accounts/verification', {}),
  'another address': (person) =>
    community.request(person, 'POST', '/api/accounts/email-change', {
      email: `${crypto.randomUUID()}@example.org`,
      password: goodPassword,
    }),
  'an address that has an account which did not prove it': async (person) => {
    const taken = await newcomer({ proved: false });
    const body = { email: taken.email, password: goodPassword };
    return community.request(person, 'POST', '/api/accounts/email-change', body);
  },
  'a password that changes': ({ cookie }) =>
    askAuth(community, cookie, '/change-password', {
      currentPassword: goodPassword,
      newPassword: 'otra-larga-y-rara',
    }),
};

it.each(Object.entries(causes))(
  'a letter to an address that is not proved says nothing that a visitor typed as their name: %s',
  async (_, cause) => {
    const person = await newcomer({ proved: false });
    expect((await cause(person)).status).toBe(200);
    const letters = await community.letters();
    expect(letters).toHaveLength(1);
    for (const { subject, text, html } of letters) {
      expect(text).toContain('Hola:');
      expect(`${subject}${text}${html}`).not.toMatch(/Gana|evil/);
    }
  },
);

it.each(['a new password', 'a letter to sign in', 'a password that changes'])(
  'a letter to a proved address greets its owner by name: %s',
  async (cause) => {
    const person = await newcomer({ proved: true });
    await causes[cause]?.(person);
    const [letter] = await community.letters();
    expect(letter).toMatchObject({
      to: person.email,
      text: expect.stringContaining(`Hola, ${advertisement}:`),
    });
  },
);

it.each<[string, string[], (kid: Person, guardian: string) => Promise<unknown>]>([
  ['nothing happens before', ['Ana', 'Luis'], async () => {}],
  [
    'the guardian consents before',
    ['Luis'],
    async ({ id }, guardian) => consentByLink(await community.ctxFor(), id, guardian),
  ],
  [
    'the kid names another guardian before',
    ['Luis'],
    async ({ id }) => askGuardian(await community.ctxFor(), id, 'otra@example.org'),
  ],
  [
    'the kid is suspended before',
    ['Luis'],
    ({ id }) =>
      community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute(),
  ],
])(
  'the guardian of siblings gets the letters that are still wanted of their consent, where %s',
  async (_, names, before) => {
    const guardian = `${crypto.randomUUID()}@example.org`;
    const [ana, luis] = [
      await community.person({ ageGroup: 'kid', name: 'Ana Ríos' }),
      await community.person({ ageGroup: 'kid', name: 'Luis Ríos' }),
    ];
    for (const { id } of [ana, luis]) await askGuardian(await community.ctxFor(), id, guardian);
    await before(ana, guardian);
    const letters = (await community.letters()).filter(({ to }) => to === guardian);
    const subjects = names.map((name) => `${name} te pide permiso para aprender en Sumi`);
    expect(letters.map(({ subject }) => subject).sort()).toEqual(subjects);
    // A link of its own for each kid, whose family name no letter says.
    expect(new Set(letters.map((letter) => tokenIn(letter))).size).toBe(names.length);
    for (const { html, text } of letters) expect(`${html}${text}`).not.toContain('Ríos');
  },
);

/** Whether a letter that moves an account is written, and its link stored, behind a reset that withdraws it. */
async function writtenBehindReset(change: (ctx: Ctx) => Ctx = (same) => same) {
  const person = await personWithPassword(community);
  const { email } = person;
  await community.request(null, 'POST', '/api/accounts/password-reset', { email });
  const token = tokenIn((await community.letters()).find(({ to }) => to === email));
  const thiefs = `${crypto.randomUUID()}@example.org`;
  const body = { email: thiefs, password: goodPassword };
  expect((await community.request(person, 'POST', '/api/accounts/email-change', body)).status).toBe(200);
  const row = await community.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('address', '=', thiefs)
    .executeTakeFirstOrThrow();
  const letter = { ...row, detail: row.detail as JsonObject };
  const { secret } = await community.authentication.$context;
  const settings = { secret, passwordMinLength: 6, appUrl: 'http://localhost:3000' };
  const hashing = { hash: async () => 'a hash' };
  const reset = (ctx: Ctx) => resetPassword(ctx, settings, hashing, { token, password: 'colibri-de-papel' });
  const ctx = await community.ctxFor(person);
  const [outcome] = await raceBehind(ctx, reset, () => [letterWriter(settings)(change(ctx).db, letter)]);
  const links = await community.db
    .selectFrom('accountLinks')
    .select('id')
    .where('address', '=', thiefs)
    .where('usedAt', 'is', null)
    .execute();
  expect(outcome?.status).toBe('fulfilled');
  await community.letters();
  return { isWritten: outcome?.status === 'fulfilled' && outcome.value !== null, links: links.length };
}

it('a letter that moves an account is not written where a reset of the password withdraws it meanwhile', async () => {
  expect(await writtenBehindReset()).toEqual({ isWritten: false, links: 0 });
});

it('the control: without the lock of the account the letter is written, and its link outlives the reset', async () => {
  expect(await writtenBehindReset(withoutRowLocks)).toEqual({ isWritten: true, links: 1 });
});
