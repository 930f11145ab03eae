import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { errorCode } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  cookiesOf,
  ctxInSession,
  goodPassword,
  leaveCommunity,
  personWithPassword,
  signIn,
  signUp,
} from '../../../testing/sign-in.ts';
import { lettersUsedUp } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { createPasswordChecks } from '../sign-in/password-checks.ts';
import { type AskedFrom, limitMessages } from './limit-messages.ts';
import { requestEmailChange } from './request-email-change.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestSignInLetter } from './request-sign-in-letter.ts';

const askForLetter: typeof requestPasswordReset = async (ctx, typed, from) =>
  void (await requestSignInLetter(ctx, { mail: 'sent' }, typed, from));

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

const newAddress = () => `${crypto.randomUUID()}@example.org`;
/** Midnight (UTC) of tomorrow, with which a day of letters begins. */
const midnight = new Date().setUTCHours(24, 0, 0, 0);
const hoursLater = (hours: number) => community.setNow(new Date(midnight + hours * 3_600_000));
const [ofNetwork, ofStrangers, ofAll] = [8, 16, 24];

/**
 * How many letters to an address are wanted in a day of which every half hour begins with five requests of each kind.
 */
async function lettersInADay(email: string, fromOf: (half: number) => AskedFrom): Promise<number> {
  let wanted = 0;
  const refusals = new Set<string>();
  for (let half = 0; half < 24; half++) {
    hoursLater(half * 0.6);
    const ctx = await community.ctxFor();
    for (const ask of [requestPasswordReset, askForLetter])
      for (let times = 0; times < 5; times++)
        await ask(ctx, { email }, fromOf(half)).then(
          () => wanted++,
          ({ code }: { code: string }) => refusals.add(code),
        );
  }
  expect(refusals).toContain(lettersUsedUp.code);
  await community.letters();
  return wanted;
}

/** The subjects of the letters to an address that waited. */
const lettersTo = async (email: string) =>
  (await community.letters()).flatMap(({ to, subject }) => (to === email ? [subject] : []));

const aNetwork = () => ({ network: 'a network', device: null });
const manyNetworks = (half: number) => ({ network: `network ${half}`, device: null });

it('an address gets so many letters a day for one network, for all strangers, and with those of its devices', async () => {
  const { email } = await personWithPassword(community);
  expect(await lettersInADay(email, aNetwork)).toBe(ofNetwork);
  expect(await lettersInADay(email, manyNetworks)).toBe(ofStrangers - ofNetwork);
  const ofDevice = () => ({ network: 'a network', device: 'a device' });
  expect(await lettersInADay(email, ofDevice)).toBe(ofAll - ofStrangers);
});

it('an address without an account gets as many letters a day as one of an account', async () => {
  expect(await lettersInADay(newAddress(), aNetwork)).toBe(ofNetwork);
  expect(await lettersInADay(newAddress(), manyNetworks)).toBe(ofStrangers);
});

it('the addresses of one mailbox share the letters of a day', async () => {
  const [name, domain] = newAddress().split('@');
  expect(await lettersInADay(`${name}@${domain}`, manyNetworks)).toBe(ofStrangers);
  expect(await lettersInADay(`${name}+1@${domain}`, manyNetworks)).toBe(0);
});

it('a browser that signed in to the account gets a letter when strangers have used up theirs', async () => {
  const { email } = await personWithPassword(community);
  hoursLater(0);
  const cookie = cookiesOf(await signIn(community, email, goodPassword));
  await lettersInADay(email, manyNetworks);
  const ask = (headers?: Record<string, string>) =>
    community.request(null, 'POST', '/api/accounts/password-reset', { email }, headers);
  const refused = await ask();
  expect({ status: refused.status, code: (await refused.json()).code }).toEqual(lettersUsedUp);
  expect((await ask({ cookie })).status).toBe(200);
  expect((await community.letters()).map(({ to }) => to)).toEqual([email]);
});

/** How many letters to an address members want, five times each, who say that they confirm it by their own. */
async function wantedByMembers(email: string, members: number, networkOf: (nth: number) => string) {
  const passwords = createPasswordChecks(community.authentication);
  hoursLater(0);
  let wanted = 0;
  for (let nth = 0; nth < members; nth++) {
    const ctx = await ctxInSession(community, await personWithPassword(community));
    const asked = { email, password: goodPassword, network: networkOf(nth) };
    for (let times = 0; times < 5; times++)
      await requestEmailChange(ctx, passwords, asked).then(
        () => wanted++,
        ({ code }: { code: string }) => expect(code).toBe(lettersUsedUp.code),
      );
  }
  return wanted;
}

it('letters that members ask for to an address that they did not prove are counted for the address and their network', async () => {
  const email = newAddress();
  expect(await wantedByMembers(email, 3, () => 'a network')).toBe(ofNetwork);
  expect(await wantedByMembers(email, 1, () => 'another network')).toBe(5);
  expect(await wantedByMembers(email, 4, (nth) => `network ${nth}`)).toBe(ofStrangers - ofNetwork - 5);
});

it('every request of a member for a letter to an address that is not proved is counted for the network', async () => {
  const email = newAddress();
  const [mover, newcomer, kid] = [
    await personWithPassword(community),
    await community.person(),
    await community.person(),
  ];
  const { db } = community;
  hoursLater(0);
  await db.updateTable('users').set({ emailVerified: false, email }).where('id', '=', newcomer.id).execute();
  await db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', kid.id).execute();
  const day = accountKey(`letters-of-${new Date(midnight).toISOString().slice(0, 10)}`, email);
  const count = async () => {
    const rows = await db
      .selectFrom('rateLimits')
      .select(['key', 'count'])
      .where('key', 'like', `${day}|%`)
      .execute();
    return rows.flatMap(({ key, count }) => (key === `${day}|strangers` ? [] : [count]));
  };
  const ask = async (person: Person, method: string, path: string, body: object) =>
    expect((await community.request(person, method, `/api/${path}`, body)).status).toBe(200);
  await ask(mover, 'POST', 'accounts/email-change', { email, password: goodPassword });
  expect(await count()).toEqual([1]);
  await ask(newcomer, 'POST', 'accounts/verification', {});
  expect(await count()).toEqual([2]);
  await ask(kid, 'PUT', 'people/me/age', { ageGroup: 'kid', guardianEmail: email });
  expect(await count()).toEqual([3]);
  await ask(kid, 'POST', 'people/me/guardian', { guardianEmail: email });
  expect(await count()).toEqual([4]);
  await community.letters();
});

it('an address gets so many letters of accounts that are made with it and deleted again, and each is made', async () => {
  const email = newAddress();
  const subjects: string[] = [];
  for (let times = 0; times < accountLimits.signUp.max + 3; times++) {
    const person = await signUp(community, { name: 'Ana', email });
    subjects.push(...(await lettersTo(email)));
    await leaveCommunity(community, person);
    await community.letters();
  }
  expect(subjects).toHaveLength(accountLimits.signUp.max);
});

it('a newcomer signs up although strangers have used up the letters to the address, and gets one the next day', async () => {
  const email = newAddress();
  const ctx = await community.ctxFor();
  const day = accountKey(`letters-of-${new Date().toISOString().slice(0, 10)}`, email);
  for (const key of [day, `${day}|strangers`])
    for (let times = 0; times < ofStrangers; times++)
      await countAttempt({ ...ctx, now: new Date() }, key, { max: ofAll, windowMs: 86_400_000 });
  const person = await signUp(community, { name: 'Ana', email });
  expect(await lettersTo(email)).toEqual([]);
  const ask = () => community.request(person, 'POST', '/api/accounts/verification', {});
  await expect(ask()).toBeRefused(lettersUsedUp);
  hoursLater(1);
  expect((await ask()).status).toBe(200);
  expect(await lettersTo(email)).toHaveLength(1);
});

it('a request for a letter that one limit refuses is counted by none of the others', async () => {
  const email = newAddress();
  const ask = async (half: number, times: number) => {
    hoursLater(half * 0.6);
    const ctx = await community.ctxFor();
    for (let time = 0; time < times; time++)
      await requestPasswordReset(ctx, { email }, aNetwork()).catch(() => {});
  };
  await ask(0, 20);
  await ask(1, 1);
  const day = accountKey(`letters-of-${new Date(midnight).toISOString().slice(0, 10)}`, email);
  const counts = community.db.selectFrom('rateLimits').select('count').where('key', 'like', `${day}%`);
  expect(await counts.execute()).toEqual([{ count: 6 }, { count: 6 }, { count: 6 }]);
});

it('a disk that is full once the first count stands is told as it is, and not as the end of the transaction', async () => {
  await sql`create function refuse_for_full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(community.db);
  await sql`create trigger full_disk before insert on rate_limits for each row when (new.key <> 'often')
    execute function refuse_for_full_disk()`.execute(community.db);
  const often = { key: 'often', limit: { max: 3, windowMs: 60_000 } };
  const asked = inTransaction(await community.ctxFor(), (ctx) =>
    limitMessages(ctx, { kind: 'letters', to: newAddress(), often, from: aNetwork() }),
  );
  expect(errorCode(await asked.catch((error: unknown) => error))).toBe('53100');
  await sql`drop trigger full_disk on rate_limits`.execute(community.db);
});
