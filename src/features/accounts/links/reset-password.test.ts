import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { goodPassword, personWithPassword, signIn, tokenIn, whoHas } from '../../../testing/sign-in.ts';
import { weakPassword } from '../contract.ts';
import { resetPassword } from './reset-password.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 25 });
});
afterAll(() => community.close());

const better = 'colibri-de-papel';
const ask = (email: string) => community.request(null, 'POST', '/api/accounts/password-reset', { email });
const reset = (token: string, password = better) =>
  community.request(null, 'PUT', '/api/accounts/password-reset', { token, password });
const read = (token: string) => community.request(null, 'POST', '/api/accounts/links/read', { token });

async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  return tokenIn((await community.letters()).find(({ to }) => to === email));
}

it('the link of the letter sets a new password and ends every session', async () => {
  const person = await personWithPassword(community);
  const elsewhere = await community.anotherSession(person);
  const token = await linkFor(person.email.toUpperCase().toLowerCase());
  expect(await (await read(token)).json()).toMatchObject({ email: person.email, kid: null });
  const done = await reset(token);
  expect(await done.json()).toEqual({ email: person.email });
  for (const { cookie } of [person, elsewhere]) {
    await expect.poll(() => whoHas(community, cookie)).toBeNull();
  }
  expect((await signIn(community, person.email, goodPassword)).status).toBe(401);
  expect((await signIn(community, person.email, better)).status).toBe(200);
  // And the owner is told, in case it was not them.
  const [letter] = await community.letters();
  expect(letter).toMatchObject({ to: person.email, subject: 'Cambió tu contraseña' });
});

it('the link says how long a new password has to be, which for an administrator is longer', async () => {
  const member = await personWithPassword(community);
  const admin = await personWithPassword(community, { role: 'admin' });
  const lengths = [];
  for (const { email } of [member, admin]) {
    const link = await read(await linkFor(email));
    lengths.push((await link.json()).passwordMinLength);
  }
  expect(lengths).toEqual([6, 12]);
});

it('requestPasswordReset answers and writes the same for an address without an account', async () => {
  const person = await personWithPassword(community);
  const nobody = `${crypto.randomUUID()}@example.org`;
  const statements: string[][] = [];
  const answers: unknown[] = [];
  for (const email of [person.email, nobody]) {
    const answer = await ask(email);
    answers.push([answer.status, await answer.json()]);
    const rows = await community.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('address', '=', email)
      .execute();
    statements.push(rows.map(({ kind, locale }) => `${kind} ${locale}`));
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(statements[0]).toEqual(statements[1]);
  expect((await community.letters()).map(({ to }) => to)).toEqual([person.email]);
});

/** How many of twenty come through, who have all read one link before one has set a password by it. */
async function followersOf(token: string, change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
  const { secret } = await community.authentication.$context;
  const ctx = change(await community.ctxFor());
  // Hashing lets two at a time through; here they all arrive together.
  const hashing = { hash: async () => 'x' };
  const settings = { secret, passwordMinLength: 6, appUrl: 'http://localhost:3000' };
  const follow = (_: unknown, n: number) =>
    resetPassword(ctx, settings, hashing, { token, password: `colibri-numero-${n}` });
  const done = await raceForTable(community.db, 'signInMethods', () => Array.from({ length: 20 }, follow));
  for (const each of done) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'accounts/link-used' });
  }
  return done.filter(({ status }) => status === 'fulfilled').length;
}

it('a link is followed once, also by twenty at once', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  expect(await followersOf(token)).toBe(1);
  expect((await (await reset(token)).json()).code).toBe('accounts/link-used');
});

it('the control: without the lock each of twenty requests follows the link', async () => {
  const person = await personWithPassword(community);
  expect(await followersOf(await linkFor(person.email), withoutRowLocks)).toBe(20);
});

it('a new password ends the other links that were sent', async () => {
  const person = await personWithPassword(community);
  const [first, second] = [await linkFor(person.email), await linkFor(person.email)];
  expect((await reset(second)).status).toBe(200);
  expect((await (await reset(first)).json()).code).toBe('accounts/link-used');
});

it('a link expires after an hour, and the refusal says so', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  const { expiresAt } = await community.db
    .selectFrom('accountLinks')
    .select('expiresAt')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(60);
  await community.db
    .updateTable('accountLinks')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('userId', '=', person.id)
    .execute();
  for (const answer of [await read(token), await reset(token)]) {
    expect(answer.status).toBe(410);
    expect((await answer.json()).code).toBe('accounts/link-expired');
  }
});

it('a link with another signature, another purpose or an unknown id is refused', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  const [id] = token.split('.');
  const confirm = await community.request(person, 'POST', '/api/accounts/verification');
  expect(confirm.status).toBe(200);
  const other = tokenIn((await community.letters())[0]);
  for (const wrong of [
    `${id}.${'A'.repeat(43)}`,
    id ?? '',
    'nada',
    '',
    other,
    `${crypto.randomUUID()}.${token.split('.')[1]}`,
  ]) {
    expect((await reset(wrong)).status, wrong).toBe(404);
  }
});

it('the database alone opens no account: no token stands in it', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  const [, signature = '?'] = token.split('.');
  for (const table of ['accountLinks', 'mailOutbox', 'verifications'] as const) {
    const rows = await community.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(signature);
  }
});

it('a link sent to an address that the account has left sets no password', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  await community.db
    .updateTable('users')
    .set({ email: `${crypto.randomUUID()}@example.org` })
    .where('id', '=', person.id)
    .execute();
  expect((await reset(token)).status).toBe(404);
});

it('a banned person gets no letter', async () => {
  const person = await personWithPassword(community);
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', person.id).execute();
  await ask(person.email);
  expect(await community.letters()).toEqual([]);
});

it('a weak password is refused, and the link stays', async () => {
  const person = await personWithPassword(community);
  const token = await linkFor(person.email);
  await expect(reset(token, 'sumi2026')).toBeRefused(weakPassword);
  expect((await reset(token)).status).toBe(200);
});

it('following the link proves the address, and ends a second factor that another person set up before', async () => {
  const person = await personWithPassword(community);
  await community.db
    .insertInto('twoFactors')
    .values({ userId: person.id, secret: 'x', backupCodes: 'x' })
    .execute();
  await community.db
    .updateTable('users')
    .set({ twoFactorEnabled: true })
    .where('id', '=', person.id)
    .execute();
  await reset(await linkFor(person.email));
  const user = await community.db
    .selectFrom('users')
    .select(['emailVerified', 'twoFactorEnabled'])
    .where('id', '=', person.id)
    .executeTakeFirst();
  expect(user).toEqual({ emailVerified: true, twoFactorEnabled: false });
});

it('a letter is asked for five times in half an hour for one address, with or without an account', async () => {
  const person = await personWithPassword(community);
  for (const email of [person.email, `${crypto.randomUUID()}@example.org`]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1800');
  }
  community.setNow(new Date(Date.now() + 31 * 60_000));
  expect((await ask(person.email)).status).toBe(200);
  community.setNow(null);
});
