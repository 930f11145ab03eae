import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { cookiesOf, goodPassword, personWithPassword, whoHas } from '../../../testing/sign-in.ts';
import { Authenticator, type Twist } from '../../../testing/stand-ins/authenticator.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  passkeyRefusals,
  passwordAgain,
  wrongPassword,
} from '../contract.ts';
import { mostPasskeys } from '../rules.ts';
import { canHavePasskeys } from './passkey-challenges.ts';
import type { Passkey } from './passkey-operations.ts';

const origin = 'http://localhost:3000';
let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());
vi.setConfig({ testTimeout: 60_000 });

const askToAdd = (person: Person) =>
  answerOf(community.request(person, 'POST', '/api/accounts/passkeys/challenges', {}), beginPasskey);
const askToEnter = () =>
  answerOf(community.request(null, 'POST', '/api/accounts/passkey-sign-ins', {}), beginPasskeySignIn);

async function add(
  person: Person,
  device: Authenticator,
  twist: Twist = {},
  asked?: AnswerOf<typeof beginPasskeySignIn>,
) {
  const challenge = asked ?? (await askToAdd(person));
  const { challengeId } = challenge;
  const body = { challengeId, name: 'Mi teléfono', ...device.make(challenge, twist) };
  return community.request(person, 'POST', '/api/accounts/passkeys', body);
}

async function signIn(device: Authenticator, twist: Twist = {}, changed: object = {}): Promise<Response> {
  const challenge = await askToEnter();
  const { challengeId } = challenge;
  return send({ challengeId, ...device.prove(challenge, twist), ...changed });
}

const send = (proof: object) => community.request(null, 'POST', '/api/auth/sign-in/passkey', proof);

async function member(): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}

/** A member and the device that signs in to their account. */
async function withPasskey() {
  const person = await member();
  const device = new Authenticator(origin);
  return { person, device, passkey: await answerOf(add(person, device), addPasskey) };
}

async function listOf(person: Person): Promise<Passkey[]> {
  return (await answerOf(community.request(person, 'GET', '/api/accounts/passkeys'), listPasskeys)).items;
}

/** A reset of the password by who has the mailbox of an address that was never proved, which waits to be sent. */
async function resetOf({ id, email }: Person): Promise<() => Promise<Response>> {
  await community.db.updateTable('users').set({ emailVerified: false }).where('id', '=', id).execute();
  await community.request(null, 'POST', '/api/accounts/password-reset', { email });
  const letter = (await community.letters()).find(({ to, text }) => to === email && /#token=/.test(text));
  const token = /#token=(\S+)/.exec(letter?.text ?? '')?.[1];
  const password = 'la-de-su-propietaria';
  return () => community.request(null, 'PUT', '/api/accounts/password-reset', { token, password });
}

const letters = async (to: string) =>
  (await community.letters()).filter((letter) => letter.to === to).map(({ subject }) => subject);

describe('a passkey', () => {
  it('signs in to the account that added it, again and again, and its owner was told', async () => {
    const { person, device } = await withPasskey();
    expect(await letters(person.email)).toEqual(['Tu cuenta tiene una nueva llave de acceso']);
    for (let time = 0; time < 2; time++) {
      const answer = await signIn(device);
      expect(answer.status).toBe(200);
      expect(await whoHas(community, cookiesOf(answer))).toMatchObject({ id: person.id });
    }
    expect((await listOf(person)).map(({ lastUsedAt }) => lastUsedAt !== null)).toEqual([true]);
  });

  it('of a device that does not count signs in as well', async () => {
    const { device } = await withPasskey();
    for (let time = 0; time < 2; time++) expect((await signIn(device, { counter: 0 })).status).toBe(200);
  });

  it('is renamed and removed by its owner; then it signs in no more, and other devices are signed out', async () => {
    const { person, device, passkey } = await withPasskey();
    const path = `/api/accounts/passkeys/${passkey.id}`;
    await community.request(person, 'PATCH', path, { name: 'Mi tableta' });
    expect((await listOf(person)).map(({ name }) => name)).toEqual(['Mi tableta']);
    const lost = cookiesOf(await signIn(device));
    expect((await community.request(person, 'POST', `${path}/removal`, {})).status).toBe(200);
    expect((await signIn(device)).status).toBe(401);
    await expect.poll(() => whoHas(community, lost)).toBeNull();
    expect(await whoHas(community, person.cookie)).not.toBeNull();
    expect(await letters(person.email)).toContain('Se quitó una llave de acceso de tu cuenta');
  });

  it('is removed with the password by a person who signed in a while ago, and by no stolen session', async () => {
    const { person, device, passkey } = await withPasskey();
    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    const remove = (body: object) =>
      community.request(person, 'POST', `/api/accounts/passkeys/${passkey.id}/removal`, body);
    await expect(remove({})).toBeRefused(passwordAgain);
    await expect(remove({ password: 'no-es-esta' })).toBeRefused(wrongPassword);
    expect((await signIn(device)).status).toBe(200);
    expect((await remove({ password: goodPassword })).status).toBe(200);
    expect((await signIn(device)).status).toBe(401);
  });

  it('opens no account that is banned', async () => {
    const { person, device } = await withPasskey();
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', person.id)
      .execute();
    expect((await signIn(device)).status).toBe(403);
  });

  it('goes with a takeover: who takes the account back by its address ends what was added before', async () => {
    const { person, device } = await withPasskey();
    const takeBack = await resetOf(person);
    expect((await takeBack()).status).toBe(200);
    expect((await signIn(device)).status).toBe(401);
  });

  it('that signs in while the account is taken back waits for the account first, as the reset does', async () => {
    const { person, device, passkey } = await withPasskey();
    const takeBack = await resetOf(person);
    const { db } = community;
    const waiting = () => waitingForLocks(db).then(({ length }) => length);
    const ended = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('passkeys').select('id').where('id', '=', passkey.id).forUpdate().execute();
      const entering = signIn(device);
      await expect.poll(waiting).toBe(1);
      const resetting = takeBack();
      await expect.poll(waiting).toBe(2);
      // With the account, the reset would wait for the passkey, and the sign-in, which has that next, for the account.
      const { rows } = await sql`select from users where id = ${person.id} for key share skip locked`.execute(
        trx,
      );
      expect(rows).toHaveLength(1);
      return { answers: Promise.all([entering, resetting]) };
    });
    expect((await ended.answers).map(({ status }) => status)).toEqual([200, 200]);
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()).toEqual(
      [],
    );
  });
});

describe('adding a passkey', () => {
  it('wants the password of a person who signed in a while ago, and a proved address', async () => {
    const person = await member();
    const path = '/api/accounts/passkeys/challenges';
    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    await expect(community.request(person, 'POST', path, {})).toBeRefused(passwordAgain);
    expect((await community.request(person, 'POST', path, { password: 'no-es-esta' })).status).toBe(400);
    expect((await community.request(person, 'POST', path, { password: goodPassword })).status).toBe(200);
    const unproved = await personWithPassword(community);
    await community.db
      .updateTable('users')
      .set({ emailVerified: false })
      .where('id', '=', unproved.id)
      .execute();
    const session = await community.anotherSession(unproved);
    expect((await community.request(session, 'POST', path, {})).status).toBe(403);
  });

  it.each<[string, Twist]>([
    ['from a page elsewhere', { origin: 'https://sumi.evil.example' }],
    ['for another community', { rpId: 'sumi.evil.example' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['of a device that did not look who is there', { unseen: true }],
  ])('refuses what was made %s', async (_what, twist) => {
    const person = await member();
    await expect(add(person, new Authenticator(origin), twist)).toBeRefused(passkeyRefusals.invalid);
    expect(await listOf(person)).toEqual([]);
  });

  it('answers a challenge once, by the person who asked for it and within five minutes', async () => {
    const [ana, luz] = [await member(), await member()];
    const asked = await askToAdd(ana);
    expect((await add(luz, new Authenticator(origin), {}, asked)).status).toBe(400);
    expect((await add(ana, new Authenticator(origin), {}, asked)).status).toBe(200);
    expect((await add(ana, new Authenticator(origin), {}, asked)).status).toBe(400);
    const slow = await askToAdd(ana);
    community.setNow(new Date(Date.now() + 6 * 60_000));
    expect((await add(ana, new Authenticator(origin), {}, slow)).status).toBe(400);
    community.setNow(null);
    // One for signing in adds nothing.
    const toEnter = await askToEnter();
    expect((await add(ana, new Authenticator(origin), {}, toEnter)).status).toBe(400);
  });

  it('tells the browser which of its keys the account has already, and none of another account', async () => {
    const [{ person, device }, other] = [await withPasskey(), await withPasskey()];
    const asked = await askToAdd(person);
    expect(asked).toMatchObject({ registered: [device.credentialId] });
    expect(other.device.credentialId).not.toBe(device.credentialId);
  });

  it('does not move a passkey of another account, and stops at the most', async () => {
    const { device, person } = await withPasskey();
    const other = await member();
    await expect(add(other, device)).toBeRefused(passkeyRefusals.known);
    expect(await whoHas(community, cookiesOf(await signIn(device)))).toMatchObject({ id: person.id });
    for (let n = 1; n < mostPasskeys; n++) await add(person, new Authenticator(origin));
    const [one, two] = await Promise.all([1, 2].map(() => add(person, new Authenticator(origin))));
    expect([one?.status, two?.status]).toEqual([409, 409]);
    expect(await listOf(person)).toHaveLength(mostPasskeys);
  });
});

describe('signing in by a passkey', () => {
  it.each<[string, Twist]>([
    ['signed on a page elsewhere', { origin: 'https://sumi.evil.example' }],
    ['signed for another community', { rpId: 'sumi.evil.example' }],
    ['signed for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['signed without looking who is there', { unseen: true }],
  ])('refuses what was %s', async (_what, twist) => {
    const { device } = await withPasskey();
    const answer = await signIn(device, twist);
    await expect(answer).toBeRefused(passkeyRefusals.refused);
    expect(cookiesOf(answer)).toBe('');
  });

  it('refuses a signature under the name of another device, and a device that is not known', async () => {
    const [one, two] = [await withPasskey(), await withPasskey()];
    const { credentialId } = two.device;
    expect((await signIn(one.device, {}, { credentialId })).status).toBe(401);
    expect((await signIn(new Authenticator(origin))).status).toBe(401);
  });

  it('refuses an answer that was sent before, also at the same time and under a new challenge', async () => {
    const { device } = await withPasskey();
    const challenge = await askToEnter();
    const proof = { challengeId: challenge.challengeId, ...device.prove(challenge) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const { challengeId } = await askToEnter();
    expect((await send({ ...proof, challengeId })).status).toBe(401);
  });

  it('refuses a copy of a key, which counts apart', async () => {
    const { device } = await withPasskey();
    expect((await signIn(device, { counter: 7 })).status).toBe(200);
    expect((await signIn(device, { counter: 7 })).status).toBe(401);
    expect((await signIn(device, { counter: 8 })).status).toBe(200);
  });

  it('asks for the second factor as every way in does', async () => {
    const { person, device } = await withPasskey();
    await community.db
      .insertInto('twoFactors')
      .values({ userId: person.id, secret: 'sealed', backupCodes: 'sealed' })
      .execute();
    await community.db
      .updateTable('users')
      .set({ twoFactorEnabled: true })
      .where('id', '=', person.id)
      .execute();
    const answer = await signIn(device);
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await whoHas(community, cookiesOf(answer))).toBeNull();
  });

  it('takes a challenge of a member for no sign-in', async () => {
    const { person, device } = await withPasskey();
    const asked = await askToAdd(person);
    expect((await send({ challengeId: asked.challengeId, ...device.prove(asked) })).status).toBe(401);
  });
});

it.each([
  ['https://sumi.example', true],
  ['http://localhost:3000', true],
  ['http://sumi.example', false],
  ['https://203.0.113.7', false],
  ['https://[2001:db8::1]', false],
])('browsers make passkeys for %s: %s', (appUrl, can) => {
  expect(canHavePasskeys(appUrl)).toBe(can);
});
