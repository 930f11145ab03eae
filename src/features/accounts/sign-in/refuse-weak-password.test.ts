import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { askAuth, goodPassword, personWithPassword, signIn, tokenIn } from '../../../testing/sign-in.ts';
import { weakPassword } from '../contract.ts';
import { isCommonPassword, isCommunityWord } from './common-passwords.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const signUp = (password: string) =>
  askAuth(community, '', '/sign-up/email', {
    name: 'Alguien',
    email: `${crypto.randomUUID()}@example.org`,
    password,
  });

it('the ten thousand most common passwords are known, however they are capitalised', () => {
  for (const common of ['123456', 'password', 'QWERTY', 'iloveyou', 'dragon']) {
    expect(isCommonPassword(common), common).toBe(true);
  }
  expect(isCommonPassword('colibri-de-papel')).toBe(false);
});

it.each([
  ['sumi2026', true],
  ['Sumi-2026!', true],
  ['SUMICOINS', true],
  ['sumisumi', true],
  ['MiSumi_1', true],
  ['babel2026', true],
  ['club-babel', true],
  ['colibri-de-papel', false],
  ['tinta sumi y papel', false],
  ['sumi834729164', false],
  ['torre-de-babel-9', false],
  ['123456', false],
])('%s is hardly more than words of the community of club-babel.org: %s', (password, isWord) => {
  expect(isCommunityWord(password, 'https://club-babel.org')).toBe(isWord);
});

describe('a weak password is refused with its reasons', () => {
  it.each([
    ['123456', ['common']],
    ['Password1', ['common']],
    ['1234', ['length', 'common']],
    ['sumi2026', ['common']],
    // A word of the address of this community.
    ['localhost2026', ['common']],
    ['ñandu', ['length']],
    ['ｐａｓｓｗｏｒｄ', ['common']],
    ['Ｓｕｍｉ２０２６', ['common']],
    // Six letters as a keyboard may write them, and two as they are hashed.
    ['한글'.normalize('NFD'), ['length']],
  ])('on sign-up: %s', async (password, reasons) => {
    const answer = await signUp(password);
    await expect(answer).toBeRefused(weakPassword, { reasons, min: 6 });
  });

  it('with byte order marks before the body too, on sign-up and on a change', async () => {
    const person = await personWithPassword(community);
    const send = (step: string, body: object) =>
      community.request(
        person,
        'POST',
        `/api/auth${step}`,
        new Uint8Array(Buffer.from(`\ufeff\ufeff\ufeff${JSON.stringify(body)}`)),
        { 'content-type': 'application/json' },
      );
    const email = `${crypto.randomUUID()}@example.org`;
    await send('/sign-up/email', { name: 'Alguien', email, password: 'password1' });
    await send('/change-password', { currentPassword: goodPassword, newPassword: 'password1' });
    const accounts = community.db.selectFrom('users').select('id').where('email', '=', email);
    expect(await accounts.execute()).toEqual([]);
    expect((await signIn(community, person.email)).status).toBe(200);
  });

  it('on a change, and the old one stays', async () => {
    const person = await personWithPassword(community);
    const change = (newPassword: string) =>
      askAuth(community, person.cookie, '/change-password', { currentPassword: goodPassword, newPassword });
    expect(await (await change('football')).json()).toMatchObject({
      code: 'weak_password',
      detail: { reasons: ['common'] },
    });
    expect((await change('colibri-de-papel')).status).toBe(200);
  });

  it('on a reset, and the link is still good', async () => {
    const person = await personWithPassword(community);
    await community.request(null, 'POST', '/api/accounts/password-reset', { email: person.email });
    const token = tokenIn((await community.letters()).at(-1));
    const reset = (password: string) =>
      community.request(null, 'PUT', '/api/accounts/password-reset', { token, password });
    expect(await (await reset('football')).json()).toMatchObject({ code: 'weak_password' });
    expect((await reset('colibri-de-papel')).status).toBe(200);
  });
});

it('an administrator needs twelve characters, on a change and on a reset', async () => {
  const admin = await personWithPassword(community, { role: 'admin' });
  const change = (newPassword: string) =>
    askAuth(community, admin.cookie, '/change-password', { currentPassword: goodPassword, newPassword });
  const refused = await change('once-letras');
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ detail: { reasons: ['length'], min: 12 } });

  await community.request(null, 'POST', '/api/accounts/password-reset', { email: admin.email });
  const token = tokenIn((await community.letters()).at(-1));
  const reset = (password: string) =>
    community.request(null, 'PUT', '/api/accounts/password-reset', { token, password });
  expect(await (await reset('once-letras')).json()).toMatchObject({
    detail: { reasons: ['length'], min: 12 },
  });
  expect((await reset('doce-letras-1')).status).toBe(200);
});

it('an administrator needs twelve characters as they are hashed, and the mark of a hash counts those', async () => {
  const admin = await personWithPassword(community, { role: 'admin' });
  const newPassword = '한글한글'.normalize('NFD');
  expect(newPassword).toHaveLength(12);
  const body = { currentPassword: goodPassword, newPassword };
  const refused = await askAuth(community, admin.cookie, '/change-password', body);
  await expect(refused).toBeRefused(weakPassword, { reasons: ['length'], min: 12 });
  const { password: hasher } = await community.authentication.$context;
  expect(await hasher.hash(newPassword)).not.toMatch(/^long/);
  expect(await hasher.hash('ｄｏｃｅ－ｌｅｔｒａｓ－１')).toMatch(/^long12:/);
});

it('the control: the sign-in library takes a password in wide letters for the same in narrow ones', async () => {
  const hash = await hashPassword('ｐａｓｓｗｏｒｄ');
  expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
});

it('an administrator who has to set up a second factor first needs twelve characters too', async () => {
  const strict = await newCommunity({ requireSecondFactor: true });
  const admin = await personWithPassword(strict, { role: 'admin' });
  const refused = await askAuth(strict, admin.cookie, '/change-password', {
    currentPassword: goodPassword,
    newPassword: 'once-letras',
  });
  await expect(refused).toBeRefused(weakPassword, { reasons: ['length'], min: 12 });
  await strict.close();
});
