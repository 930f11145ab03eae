import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import {
  askAuth,
  cookiesOf,
  goodPassword,
  personWithPassword,
  setUpFactor,
  tokenIn,
  whoHas,
} from '../../../testing/sign-in.ts';
import { codeOf } from '../../../testing/totp.ts';
import { requestSignInLetter } from '../contract.ts';
import { enterByLetter } from './enter-by-letter.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent', poolSize: 15 });
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

const newAddress = () => `${randomUUID()}@example.org`;
const ask = (email: string) => community.request(null, 'POST', '/api/accounts/sign-in-letter', { email });
const enter = (body: object) => askAuth(community, '', '/sign-in/letter', body);

async function memberWithPassword(emailVerified = true): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db.updateTable('users').set({ emailVerified }).where('id', '=', person.id).execute();
  return person;
}

/** Asks for a letter and reads it: its number, its code and the token of its link. */
async function letterFor({ email }: { email: string }) {
  const { letter } = await answerOf(ask(email), requestSignInLetter);
  const sent = (await community.letters()).find(({ to }) => to === email);
  return { letter, code: /\d{3} \d{3}/.exec(sent?.subject ?? '')?.[0] ?? '', token: tokenIn(sent), sent };
}

const otherThan = (code: string) => String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');

it('a letter brings a code and a link; the code signs in once and ends the link', async () => {
  const person = await memberWithPassword();
  const { letter, code, token, sent } = await letterFor(person);
  expect(sent?.subject).toBe(`Tu código para entrar: ${code}`);
  const entered = await enter({ letter, code });
  expect(entered.status).toBe(200);
  expect(await whoHas(community, cookiesOf(entered))).toMatchObject({ id: person.id });
  expect((await (await enter({ letter, code })).json()).code).toBe('accounts/link-used');
  expect((await enter({ token })).status).toBe(410);
});

it.each([
  ['/classes/7', '/classes/7'],
  ['//evil.example/', null],
  ['/\t/evil.example/', null],
  ['https://evil.example/', null],
])('the link of a letter that was asked for on the way to %j leads on to %j', async (from, expected) => {
  for (const isProved of [true, false]) {
    const { email } = await memberWithPassword(isProved);
    const asked = await community.request(null, 'POST', '/api/accounts/sign-in-letter', { email, from });
    expect(asked.status).toBe(200);
    const letter = (await community.letters()).find(({ to }) => to === email);
    const { pathname, hash } = new URL(/\S+#token=\S+/.exec(letter?.text ?? '')?.[0] ?? '');
    // Where the address is not confirmed yet, its owner confirms it first.
    expect(pathname).toBe(isProved ? '/auth/enter' : '/auth/verify');
    expect(new URLSearchParams(hash.slice(1)).get('from')).toBe(expected);
  }
});

it('the link of the letter signs in, and ends its code', async () => {
  const person = await memberWithPassword();
  const { letter, code, token } = await letterFor(person);
  expect(await whoHas(community, cookiesOf(await enter({ token })))).toMatchObject({ id: person.id });
  expect((await enter({ letter, code })).status).toBe(410);
});

/** How many of ten come through, who have all read one letter, or wait for it, before one has used it. */
async function enteredAtOnce(given = (ctx: Ctx) => ctx): Promise<number> {
  const { token } = await letterFor(await memberWithPassword());
  const { secret } = await community.authentication.$context;
  const enter = (outer: Ctx) =>
    inTransaction(given(outer), (ctx) => enterByLetter(outer, ctx, secret, { token }));
  const attempts = Array.from({ length: 10 }, () => enter);
  const done = await raceAfterReading(await community.ctxFor(), 'accountLinks', attempts);
  return done.filter(({ status }) => status === 'fulfilled').length;
}

it('a letter signs in once, also ten at once', async () => {
  expect(await enteredAtOnce()).toBe(1);
});

it('the control: without the lock a letter signs in more than once', async () => {
  expect(await enteredAtOnce(withoutRowLocks)).toBe(10);
});

/**
 * A letter signs in while the password is reset, which takes the account and then the links to it. The letter's link is
 * held until both wait. Answers how the two ended, and whether the reset had the account while it waited: the sign-in,
 * which has the link next, would wait for the account then, and the two for each other.
 */
async function enterWhileResetting(enterBy: (token: string) => Promise<unknown>) {
  const person = await memberWithPassword();
  const { token } = await letterFor(person);
  await community.request(null, 'POST', '/api/accounts/password-reset', { email: person.email });
  const ofReset = tokenIn((await community.letters()).find(({ to }) => to === person.email));
  const reset = { token: ofReset, password: 'otra-larga-y-rara' };
  const { db } = community;
  const waiting = () => waitingForLocks(db).then(({ length }) => length);
  const { ended, isTaken } = await db.transaction().execute(async (trx) => {
    const links = trx.selectFrom('accountLinks').select('id').where('userId', '=', person.id);
    await links.where('purpose', '=', 'sign-in').forUpdate().execute();
    const entering = enterBy(token);
    await expect.poll(waiting).toBe(1);
    const resetting = community.request(null, 'PUT', '/api/accounts/password-reset', reset);
    await expect.poll(waiting).toBe(2);
    const { rows } = await sql`select from users where id = ${person.id} for key share skip locked`.execute(
      trx,
    );
    return { ended: Promise.allSettled([entering, resetting]), isTaken: rows.length === 0 };
  });
  return { person, isTaken, ended: await ended };
}

it('a letter that signs in while the password is reset waits for the account first, as the reset does', async () => {
  const { person, isTaken, ended } = await enterWhileResetting((token) => enter({ token }));
  expect(isTaken).toBe(false);
  expect(ended).toMatchObject([{ value: { status: 200 } }, { value: { status: 200 } }]);
  const left = community.db.selectFrom('sessions').select('id').where('userId', '=', person.id);
  expect(await left.execute()).toEqual([]);
});

it('the control: without the lock of the account the reset has it, and waits for the link', async () => {
  const { secret } = await community.authentication.$context;
  const outer = await community.ctxFor();
  const { isTaken } = await enterWhileResetting((token) =>
    inTransaction(withoutRowLocks(outer), (ctx) => enterByLetter(outer, ctx, secret, { token })),
  );
  expect(isTaken).toBe(true);
});

it('of one letter five codes are tried; then its right code is refused too, and its link still works', async () => {
  const person = await memberWithPassword();
  const { letter, code, token } = await letterFor(person);
  const wrong = await Promise.all(Array.from({ length: 7 }, () => enter({ letter, code: otherThan(code) })));
  expect(wrong.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await enter({ letter, code })).status).toBe(429);
  expect((await enter({ token })).status).toBe(200);
});

it('of all letters to one address ten wrong codes a day are tried; then the right one of another is wrong too', async () => {
  const person = await memberWithPassword();
  const start = community.now().getTime();
  const minutesLater = (minutes: number) => community.setNow(new Date(start + minutes * 60_000));
  minutesLater(0);
  const [spared, ...letters] = [await letterFor(person), await letterFor(person), await letterFor(person)];
  const tries = letters.flatMap(({ letter, code }) =>
    Array.from({ length: 5 }, () => enter({ letter, code: otherThan(code) })),
  );
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 401));
  const answer = await enter({ letter: spared?.letter ?? '', code: spared?.code ?? '' });
  expect(answer.status).toBe(401);
  expect((await answer.json()).code).toBe('accounts/letter-code-wrong');
  const rightCode = async () => {
    const { letter, code } = await letterFor(person);
    return (await enter({ letter, code })).status;
  };
  minutesLater(24 * 60 - 1);
  expect(await rightCode()).toBe(401);
  minutesLater(24 * 60 + 1);
  expect(await rightCode()).toBe(200);
});

it('a right code clears the wrong ones before it, so a person who mistypes now and then is never kept out', async () => {
  const person = await memberWithPassword();
  for (let times = 0; times < 2; times++) {
    const mistyped = await letterFor(person);
    for (let wrong = 0; wrong < 5; wrong++)
      await enter({ letter: mistyped.letter, code: otherThan(mistyped.code) });
    const { letter, code } = await letterFor(person);
    expect((await enter({ letter, code })).status).toBe(200);
  }
});

it('requestSignInLetter answers and writes the same for an address without an account, and its codes fail alike', async () => {
  const person = await memberWithPassword();
  const nobody = newAddress();
  const rows = async (address: string) =>
    (await community.db.selectFrom('mailOutbox').selectAll().where('address', '=', address).execute()).map(
      ({ kind, locale, detail }) => ({ kind, locale, detail }),
    );
  const answers = [];
  for (const email of [person.email, nobody]) {
    const asked = await ask(email);
    const { letter, ...rest } = await answerOf(asked, requestSignInLetter);
    const wrong = await (await enter({ letter, code: '000000' })).json();
    answers.push([asked.status, rest, await rows(email), wrong.code]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect((await community.letters()).map(({ to }) => to)).toEqual([person.email]);
});

it('an account whose address is not proved gets the letter that confirms it, and no code', async () => {
  const person = await memberWithPassword(false);
  const { letter, code, token, sent } = await letterFor(person);
  expect([code, sent?.subject]).toEqual(['', 'Confirma tu correo']);
  expect((await enter({ token })).status).toBe(404);
  expect((await enter({ letter, code: '123456' })).status).toBe(401);
});

it('a banned person gets no letter, and one who was banned since does not enter', async () => {
  const person = await memberWithPassword();
  const { token } = await letterFor(person);
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', person.id).execute();
  expect((await enter({ token })).status).toBe(404);
  expect((await letterFor(person)).sent).toBeUndefined();
});

it('the second factor is asked for after the letter too', async () => {
  const person = await memberWithPassword();
  const { totpURI } = await setUpFactor(community, person);
  await community.letters();
  const { token } = await letterFor(person);
  const half = await enter({ token });
  expect(await half.clone().json()).toMatchObject({ twoFactorRedirect: true });
  expect(cookiesOf(half)).not.toContain('session_token');
  const entered = await askAuth(community, cookiesOf(half), '/two-factor/verify-totp', {
    code: codeOf(totpURI, 1),
  });
  expect(await whoHas(community, cookiesOf(entered))).toMatchObject({ id: person.id });
});

it('a letter is good for ten minutes, and not after the account has another address or password', async () => {
  const person = await memberWithPassword();
  const old = await letterFor(person);
  const { expiresAt } = await community.db
    .selectFrom('accountLinks')
    .select('expiresAt')
    .where('id', '=', old.letter)
    .executeTakeFirstOrThrow();
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10);
  await community.db
    .updateTable('accountLinks')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', '=', old.letter)
    .execute();
  expect((await enter(old)).status).toBe(410);

  const beforeChange = await letterFor(person);
  const change = { currentPassword: goodPassword, newPassword: 'colibri-de-papel' };
  expect((await askAuth(community, person.cookie, '/change-password', change)).status).toBe(200);
  expect((await enter({ token: beforeChange.token })).status).toBe(410);
  await community.letters();

  const beforeMove = await letterFor(person);
  await community.db.updateTable('users').set({ email: newAddress() }).where('id', '=', person.id).execute();
  expect((await enter({ token: beforeMove.token })).status).toBe(404);
});

it('neither the code nor the link of a letter stands in the database', async () => {
  const { code, token } = await letterFor(await memberWithPassword());
  for (const table of ['accountLinks', 'mailOutbox', 'verifications'] as const) {
    const text = JSON.stringify(await community.db.selectFrom(table).selectAll().execute());
    expect(text).not.toContain(code.replace(' ', ''));
    expect(text).not.toContain(token.split('.')[1]);
  }
});

it('a community that sends no mail has no letters to sign in with', async () => {
  const silent = await newCommunity({ mail: 'none' });
  const answer = await silent.request(null, 'POST', '/api/accounts/sign-in-letter', { email: newAddress() });
  expect(answer.status).toBe(404);
  await silent.close();
});

it('the session that a letter opens cannot be asked for by another way', async () => {
  const person = await memberWithPassword();
  expect((await enter({ userId: person.id })).status).toBe(400);
});
