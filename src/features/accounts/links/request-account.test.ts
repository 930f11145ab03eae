import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { askAuth, cookiesOf, goodPassword, signIn, tokenIn, whoHas } from '../../../testing/sign-in.ts';

// Signing up where addresses are confirmed first: whether an address has an account is told to that address alone.

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent', confirmEmail: 'first' });
});
afterAll(() => community.close());

const newAddress = () => `${crypto.randomUUID()}@example.org`;
const signUp = (email: string, more: Record<string, unknown> = {}) =>
  askAuth(community, '', '/sign-up/email', { name: 'Ximena', email, password: goodPassword, ...more });
const follow = (token: string) => community.request(null, 'POST', '/api/accounts/links/follow', { token });
const countOf = async (email: string) =>
  (await community.db.selectFrom('users').select('id').where('email', '=', email).execute()).length;

it('the account is made as its address is confirmed, with the zone and language of the page', async () => {
  const email = newAddress();
  const answer = await signUp(email.toUpperCase(), { zone: 'asia/seoul', locale: 'ko' });
  expect(await answer.json()).toEqual({ token: null, user: null });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await countOf(email)).toBe(0);
  expect((await signIn(community, email)).status).toBe(401);

  const [letter] = await community.letters();
  expect(letter).toMatchObject({ to: email, subject: '이메일을 확인하고 Sumi에 들어오세요' });
  // The name that a visitor typed is not sent: the mailbox may belong to another person.
  expect(letter?.text).not.toContain('Ximena');
  expect(await (await follow(tokenIn(letter))).json()).toEqual({ did: 'sign-up', email });

  const entered = await signIn(community, email);
  expect(entered.status).toBe(200);
  const me = await community.request(
    { id: '', name: '', email, cookie: cookiesOf(entered) },
    'GET',
    '/api/accounts/me',
  );
  expect(await me.json()).toMatchObject({
    account: { name: 'Ximena', emailVerified: true, zone: 'Asia/Seoul', locale: 'ko', role: 'student' },
  });
  const wallet = await community.db
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.userId')
    .select('balance')
    .where('email', '=', email)
    .executeTakeFirst();
  expect(wallet).toEqual({ balance: 50 });
  // The password's hash stands where passwords stand, and no longer beside the link.
  const kept = await community.db.selectFrom('accountLinks').select('newcomer').execute();
  expect(JSON.stringify(kept)).not.toContain('password');
});

const linkIn = (letter?: { text: string }) => new URL(/\S+#token=\S+/.exec(letter?.text ?? '')?.[0] ?? '');

it('the link of the letter leads back to the page that the newcomer wanted, and still makes the account', async () => {
  const email = newAddress();
  await signUp(email, { from: '/classes/7?rate=1' });
  const [letter] = await community.letters();
  const { pathname, hash } = linkIn(letter);
  expect([pathname, new URLSearchParams(hash.slice(1)).get('from')]).toEqual([
    '/auth/verify',
    '/classes/7?rate=1',
  ]);
  expect((await follow(tokenIn(letter))).status).toBe(200);
});

it.each([
  ['https://evil.example/'],
  ['//evil.example/'],
  ['/\\evil.example/'],
  ['/\t/evil.example/'],
  ['/..//evil.example/'],
  [`/${'a'.repeat(2000)}`],
  [{ toString: '/feed' }],
])('a sign-up that says it came from %j is taken, and its letter leads to no other site', async (from) => {
  expect((await signUp(newAddress(), { from })).status).toBe(200);
  const [letter] = await community.letters();
  expect(linkIn(letter).hash).toBe(`#token=${tokenIn(letter)}`);
  expect(letter?.text).not.toContain('evil');
});

it('sign-up answers a taken address like any other, tells its owner, and leaves their account as it was', async () => {
  const owner = await community.person({ name: 'Dueña' });
  const free = await signUp(newAddress());
  const taken = await signUp(owner.email, { password: 'otra-larga-y-rara' });
  expect([taken.status, await taken.json(), [...taken.headers.keys()].sort()]).toEqual([
    free.status,
    await free.json(),
    [...free.headers.keys()].sort(),
  ]);
  const letter = (await community.letters()).find(({ to }) => to === owner.email);
  expect(letter?.subject).toBe('Ya tienes una cuenta en Sumi');
  expect(tokenIn(letter)).toBe('');
  expect(await countOf(owner.email)).toBe(1);
  expect((await signIn(community, owner.email, 'otra-larga-y-rara')).status).toBe(401);
  expect(await whoHas(community, owner.cookie)).toMatchObject({ id: owner.id });
});

it('the first new password takes off the passkey of a stranger who asked for the account with the owner’s address', async () => {
  const email = newAddress();
  await signUp(email, { password: 'la-de-un-extrano' });
  expect((await follow(tokenIn((await community.letters())[0]))).status).toBe(200);
  const { id } = await community.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const made = { userId: id, publicKey: Buffer.from('x'), counter: 0, synced: false, name: 'x' };
  const addPasskey = () =>
    community.db
      .insertInto('passkeys')
      .values({ ...made, credentialId: crypto.randomUUID() })
      .execute();
  const resetByLetter = async () => {
    await community.request(null, 'POST', '/api/accounts/password-reset', { email });
    const token = tokenIn((await community.letters()).find((letter) => tokenIn(letter)));
    const body = { token, password: goodPassword };
    const done = await community.request(null, 'PUT', '/api/accounts/password-reset', body);
    expect(done.status).toBe(200);
    // It tells the owner that the password changed.
    await community.letters();
  };
  const passkeys = () => community.db.selectFrom('passkeys').select('id').where('userId', '=', id).execute();
  await addPasskey();
  await resetByLetter();
  expect(await passkeys()).toEqual([]);
  // From then on they are the owner's.
  await addPasskey();
  await resetByLetter();
  expect(await passkeys()).toHaveLength(1);
});

it('two sign-ups with one address make one account, the first that is confirmed', async () => {
  const email = newAddress();
  await signUp(email, { name: 'Una' });
  await signUp(email, { name: 'Otra' });
  const tokens = (await community.letters()).map(tokenIn);
  const statuses = (await Promise.all(tokens.map(follow))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await countOf(email)).toBe(1);
});

it('sign-up sends at most five letters to one address in half an hour', async () => {
  const email = newAddress();
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => signUp(email)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  await community.letters();
});

it.each([
  ['a name that is no text', { name: 7 }],
  ['an address that is none', { email: 'nadie' }],
  ['an address of a kilometre', { email: `${'a'.repeat(300)}@example.org` }],
  ['a weak password', { password: '123456' }],
  ['a password of 129 letters', { password: 'xy'.repeat(65) }],
])('requestAccount refuses %s, and notes nothing', async (_what, wrong) => {
  const answer = await signUp(newAddress(), wrong);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await community.letters()).toEqual([]);
});
