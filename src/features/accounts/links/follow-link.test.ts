import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  askAuth,
  cookiesOf,
  goodPassword,
  personWithPassword,
  signIn,
  tokenIn,
} from '../../../testing/sign-in.ts';
import { alreadyVerified, passwordAgain, signInAgain, wrongPassword } from '../contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const newAddress = () => `${crypto.randomUUID()}@example.org`;
const follow = (token: string) => community.request(null, 'POST', '/api/accounts/links/follow', { token });

async function userOf({ id }: Person) {
  return community.db
    .selectFrom('users')
    .select(['email', 'emailVerified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function setUpMoreWaysIn({ id }: Person): Promise<void> {
  const { db } = community;
  await db.insertInto('twoFactors').values({ userId: id, secret: 'x', backupCodes: 'x' }).execute();
  await db
    .insertInto('passkeys')
    .values({
      userId: id,
      credentialId: crypto.randomUUID(),
      publicKey: Buffer.from('x'),
      counter: 0,
      synced: false,
      name: 'x',
    })
    .execute();
  await db
    .insertInto('signInMethods')
    .values({ userId: id, providerId: 'google', accountId: crypto.randomUUID() })
    .execute();
  // Without the trigger that ends sessions: the browser at hand would have got a new one.
  await sql`alter table users disable trigger second_factor_changed`.execute(db);
  await db.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', id).execute();
  await sql`alter table users enable trigger second_factor_changed`.execute(db);
}

async function moreWaysInOf({ id }: Person) {
  const { rows } = await sql<Record<'factors' | 'passkeys' | 'identities', number>>`select
    (select count(*) from two_factors where user_id = ${id}) as factors,
    (select count(*) from passkeys where user_id = ${id}) as passkeys,
    (select count(*) from sign_in_methods where user_id = ${id} and provider_id <> 'credential') as identities`.execute(
    community.db,
  );
  return rows[0];
}

async function resetByLetter(email: string): Promise<void> {
  await community.request(null, 'POST', '/api/accounts/password-reset', { email });
  const token = tokenIn((await community.letters()).find((letter) => tokenIn(letter)));
  const body = { token, password: 'colibri-de-papel' };
  const done = await community.request(null, 'PUT', '/api/accounts/password-reset', body);
  expect(done.status).toBe(200);
  // It tells the owner that the password changed.
  await community.letters();
}

describe('an address is confirmed', () => {
  it('by the letter that signing up sends, in the language of the page', async () => {
    const email = newAddress();
    const answer = await askAuth(community, '', '/sign-up/email', {
      name: 'Jürgen',
      email,
      password: goodPassword,
      locale: 'de',
      zone: 'Europe/Berlin',
    });
    expect(answer.status).toBe(200);
    const [letter] = await community.letters();
    expect(letter).toMatchObject({ to: email, subject: 'Bestätige deine E-Mail-Adresse' });
    expect(letter?.text).toContain('Hallo,');
    expect(letter?.html).toContain(tokenIn(letter));
    const done = await follow(tokenIn(letter));
    expect(await done.json()).toEqual({ did: 'verify-email', email });
    // Following the link starts no session.
    expect(done.headers.getSetCookie()).toEqual([]);
    const person = { id: '', name: '', email, cookie: cookiesOf(answer) };
    const me = await community.request(person, 'GET', '/api/accounts/me');
    expect(await me.json()).toMatchObject({
      account: { emailVerified: true, locale: 'de', zone: 'Europe/Berlin' },
    });
    expect((await (await follow(tokenIn(letter))).json()).code).toBe('accounts/link-used');
  });

  it('by a letter asked for again: five times in half an hour, and never once it is', async () => {
    const person = await personWithPassword(community);
    const again = () => community.request(person, 'POST', '/api/accounts/verification');
    const statuses = (await Promise.all(Array.from({ length: 9 }, again))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await again()).headers.get('retry-after')).toBe('1800');
    const letters = await community.letters();
    expect(letters).toHaveLength(5);
    expect((await follow(tokenIn(letters[2]))).status).toBe(200);
    expect(await userOf(person)).toMatchObject({ emailVerified: true });
    const late = await again();
    await expect(late).toBeRefused(alreadyVerified);
  });

  it('by another browser than the account’s takes off what a stranger who signed up with it had set up', async () => {
    const [stranger, other] = [await personWithPassword(community), await community.person()];
    await setUpMoreWaysIn(stranger);
    await setUpMoreWaysIn(other);
    await community.request(stranger, 'POST', '/api/accounts/verification');
    const letter = (await community.letters()).find(({ text }) => tokenIn({ text } as never));
    expect((await follow(tokenIn(letter))).status).toBe(200);
    expect(await userOf(stranger)).toMatchObject({ emailVerified: true });
    expect(await moreWaysInOf(stranger)).toEqual({ factors: 0, passkeys: 0, identities: 0 });
    expect(await moreWaysInOf(other)).toEqual({ factors: 1, passkeys: 1, identities: 1 });
    expect((await community.letters()).map(({ subject }) => subject)).toContain(
      'Desactivaste la verificación en dos pasos',
    );
  });

  it('by another browser than the account’s lets the next new password take off what a stranger adds after it', async () => {
    const stranger = await personWithPassword(community);
    await community.request(stranger, 'POST', '/api/accounts/verification');
    await follow(tokenIn((await community.letters())[0]));
    await setUpMoreWaysIn(stranger);
    await resetByLetter(stranger.email);
    // The second factor may be the owner's own.
    expect(await moreWaysInOf(stranger)).toEqual({ factors: 1, passkeys: 0, identities: 0 });
    await community.db.deleteFrom('twoFactors').where('userId', '=', stranger.id).execute();
    await setUpMoreWaysIn(stranger);
    await resetByLetter(stranger.email);
    expect(await moreWaysInOf(stranger)).toEqual({ factors: 1, passkeys: 1, identities: 1 });
  });

  it('by the account’s own browser keeps the second factor, the passkeys and the connected accounts', async () => {
    const owner = await personWithPassword(community);
    await setUpMoreWaysIn(owner);
    await community.request(owner, 'POST', '/api/accounts/verification');
    const letter = (await community.letters()).find(({ text }) => tokenIn({ text } as never));
    const token = tokenIn(letter);
    expect((await community.request(owner, 'POST', '/api/accounts/links/follow', { token })).status).toBe(
      200,
    );
    expect(await userOf(owner)).toMatchObject({ emailVerified: true });
    expect(await moreWaysInOf(owner)).toEqual({ factors: 1, passkeys: 1, identities: 1 });
  });
});

it('a letter to an address that the account has left confirms nothing', async () => {
  const person = await personWithPassword(community);
  await community.request(person, 'POST', '/api/accounts/verification');
  const token = tokenIn((await community.letters())[0]);
  await community.db.updateTable('users').set({ email: newAddress() }).where('id', '=', person.id).execute();
  expect((await follow(token)).status).toBe(404);
  expect(await userOf(person)).toMatchObject({ emailVerified: false });
});

const change = (person: Person, email: string, password = goodPassword) =>
  community.request(person, 'POST', '/api/accounts/email-change', { email, password });

describe('an account moves to another address', () => {
  it('once that address is confirmed, and the one before is told', async () => {
    const person = await personWithPassword(community);
    const email = newAddress();
    expect((await change(person, email.toUpperCase())).status).toBe(200);
    expect((await userOf(person)).email).toBe(person.email);
    const [letter] = await community.letters();
    expect(letter?.to).toBe(email);
    expect(await (await follow(tokenIn(letter))).json()).toEqual({ did: 'change-email', email });
    expect(await userOf(person)).toEqual({ email, emailVerified: true });
    expect(await community.letters()).toMatchObject([
      { to: person.email, subject: 'Cambió el correo de tu cuenta' },
    ]);
    expect((await signIn(community, person.email)).status).toBe(401);
    expect((await signIn(community, email)).status).toBe(200);
  });

  it.each([
    ['by another browser than the account’s, which lets the next new password take off its other ways in', 0],
    ['by the account’s own browser, which leaves all of its ways in', 1],
  ])('%s', async (_how, left) => {
    const person = await personWithPassword(community);
    const email = newAddress();
    await change(person, email);
    const body = { token: tokenIn((await community.letters()).find(({ to }) => to === email)) };
    const browser = left === 1 ? person : null;
    expect((await community.request(browser, 'POST', '/api/accounts/links/follow', body)).status).toBe(200);
    await setUpMoreWaysIn(person);
    await resetByLetter(email);
    expect(await moreWaysInOf(person)).toEqual({ factors: 1, passkeys: left, identities: left });
  });

  it('of a person without a password, who has just signed in', async () => {
    const person = await community.person();
    const ask = (email: string) => community.request(person, 'POST', '/api/accounts/email-change', { email });
    const email = newAddress();
    expect((await ask(email)).status).toBe(200);
    await follow(tokenIn((await community.letters())[0]));
    expect((await userOf(person)).email).toBe(email);

    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    await expect(await ask(newAddress())).toBeRefused(signInAgain);
  });

  it('to the address asked for last: the links before have ended', async () => {
    const person = await personWithPassword(community);
    await change(person, newAddress());
    await change(person, newAddress());
    const [first, second] = (await community.letters()).map(tokenIn).filter(Boolean);
    expect((await follow(second ?? '')).status).toBe(200);
    expect((await follow(first ?? '')).status).toBe(410);
  });
});

describe('an account does not move to another address', () => {
  it('without the password', async () => {
    const person = await personWithPassword(community);
    const wanted = newAddress();
    const refused = await change(person, wanted, 'no-es-esta');
    await expect(refused).toBeRefused(wrongPassword);
    const letters = await community.letters();
    expect(letters.filter(({ to }) => to === wanted || to === person.email)).toEqual([]);
  });

  it('in a session alone where there is a password', async () => {
    const person = await personWithPassword(community);
    const refused = await community.request(person, 'POST', '/api/accounts/email-change', {
      email: newAddress(),
    });
    await expect(refused).toBeRefused(passwordAgain);
  });

  it('to the address of another account: its owner is told, the person who asks is not', async () => {
    const person = await personWithPassword(community);
    const owner = await community.person();
    const free = await (await change(person, newAddress())).json();
    expect(await (await change(person, owner.email)).json()).toEqual(free);
    const letter = (await community.letters()).find(({ to }) => to === owner.email);
    expect(letter?.subject).toBe('Este correo ya tiene una cuenta en Sumi');
    expect(tokenIn(letter)).toBe('');
  });

  it('to an address that another account took meanwhile', async () => {
    const [one, two] = [await personWithPassword(community), await personWithPassword(community)];
    const email = newAddress();
    await change(one, email);
    await change(two, email);
    const tokens = (await community.letters()).map(tokenIn);
    const answers = await Promise.all(tokens.map(follow));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const moved = [await userOf(one), await userOf(two)].filter((user) => user.email === email);
    expect(moved).toHaveLength(1);
  });

  it('once the password was changed after the letter was asked for', async () => {
    const person = await personWithPassword(community);
    const thiefs = newAddress();
    await change(person, thiefs);
    const letter = (await community.letters()).find(({ to }) => to === thiefs);
    expect(tokenIn(letter)).not.toBe('');
    // And one that waits while the mail server is away.
    await change(person, newAddress());
    const changed = await askAuth(community, person.cookie, '/change-password', {
      currentPassword: goodPassword,
      newPassword: 'otra-larga-y-rara',
    });
    expect(changed.status).toBe(200);
    expect((await follow(tokenIn(letter))).status).toBe(410);
    expect((await community.letters()).map(({ to }) => to)).toEqual([person.email]);
    expect((await userOf(person)).email).toBe(person.email);
  });
});
