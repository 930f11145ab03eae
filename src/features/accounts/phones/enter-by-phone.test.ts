import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { askAuth, cookiesOf, goodPassword, personWithPassword, whoHas } from '../../../testing/sign-in.ts';
import { accountLimits } from '../rules.ts';
import { hashedAccount } from '../sign-in/limit-account.ts';
import { removeOtherWaysIn } from '../sign-in/remove-other-ways-in.ts';
import { showNumber } from './read-number.ts';
import { enterByPhone } from './use-phone-code.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent', phoneCodes: { countries: ['MX'], aDay: 1000 } });
});
afterAll(() => community.close());

let last = 10_000_000;
const newNumber = () => `+5255${++last}`;
/** Another code; for a telephone of no account there is none, and any will do. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeIn = (words = '') => /#(\d{6})$/.exec(words)?.[1] ?? '';
const refusal = async (answer: Response) => ({ status: answer.status, ...(await answer.json()) });

async function memberWithPassword(emailVerified = true): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db.updateTable('users').set({ emailVerified }).where('id', '=', person.id).execute();
  return person;
}

const begin = (person: Person, number: string, password?: string) =>
  community.request(person, 'POST', '/api/accounts/phone/codes', { country: 'MX', number, password });
type Typed = { sms: string; code: string };
const confirm = (person: Person, { sms, code }: Typed) =>
  community.request(person, 'PUT', '/api/accounts/phone', { sms, code });
const ask = (number: string) =>
  community.request(null, 'POST', '/api/accounts/sign-in-sms', { country: 'MX', number });
const enter = ({ sms, code }: Typed) => askAuth(community, '', '/sign-in/phone', { sms, code });

/** Asks for a message and reads it: its number, its code and the telephones that got one. */
async function codeFrom(asked: Response) {
  expect(asked.status).toBe(200);
  const { sms } = (await asked.json()) as { sms: string };
  const sent = await community.texts();
  return { sms, code: codeIn(sent.at(-1)?.words), sent };
}

/** A member with a telephone, for which no code was sent. */
async function memberWithPhone() {
  const person = await memberWithPassword();
  const number = newNumber();
  await community.db.insertInto('phones').values({ userId: person.id, number }).execute();
  return { person, number };
}

describe('signing in by a code to a telephone', () => {
  it('a message brings the code, which signs in once', async () => {
    const { person, number } = await memberWithPhone();
    const { sms, code, sent } = await codeFrom(await ask(number.slice(3)));
    expect(sent).toEqual([{ to: number, words: expect.stringContaining(`Sumi: ${code} es tu clave.`) }]);
    const entered = await enter({ sms, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await whoHas(community, cookiesOf(entered))).toMatchObject({ id: person.id });
    expect(await refusal(await enter({ sms, code }))).toMatchObject({
      status: 401,
      code: 'accounts/letter-code-wrong',
    });
  });

  /** How many of ten who type one code at once come through, with or without its lock. */
  async function enteredAtOnce(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
    const { number } = await memberWithPhone();
    const { sms, code } = await codeFrom(await ask(number));
    const { secret } = await community.authentication.$context;
    const ctx = change(await community.ctxFor());
    // Five may be tried for one message.
    const tries = Array.from({ length: 5 }, () => enterByPhone(ctx, secret, { sms, code }));
    const done = await Promise.allSettled(tries);
    return done.filter(({ status }) => status === 'fulfilled').length;
  }

  it('of five who type one code at once, one comes in', async () => {
    expect(await enteredAtOnce()).toBe(1);
  });

  it('the control: without the lock more than one of five comes in', async () => {
    await expect.poll(() => enteredAtOnce(withoutRowLocks), { timeout: 20_000 }).toBeGreaterThan(1);
  });

  it('the answer is the same for a telephone of no account, which gets no message', async () => {
    const { number } = await memberWithPhone();
    const [ofAccount, unknown] = [await ask(number), await ask(newNumber())];
    expect(Object.keys(await ofAccount.clone().json())).toEqual(Object.keys(await unknown.clone().json()));
    expect(unknown.status).toBe(ofAccount.status);
    expect((await community.texts()).map(({ to }) => to)).toEqual([number]);
    const { sms } = (await unknown.json()) as { sms: string };
    expect((await refusal(await enter({ sms, code: '123456' }))).code).toBe('accounts/letter-code-wrong');
  });

  /** What is answered to six wrong codes for each of three messages. */
  async function guess(number: string) {
    const answers: { status: number }[] = [];
    const withoutId = async (answer: Response) => ({ ...(await refusal(answer)), requestId: null });
    for (let message = 0; message < 3; message++) {
      const { sms, code } = await codeFrom(await ask(number));
      for (let wrong = 0; wrong < 6; wrong++)
        answers.push(await withoutId(await enter({ sms, code: otherThan(code) })));
    }
    return answers;
  }

  it('five codes are tried for a message, and the answers to wrong ones tell not whether an account has the telephone', async () => {
    const { number } = await memberWithPhone();
    const ofAccount = await guess(number);
    expect(ofAccount).toEqual(await guess(newNumber()));
    const statuses = ofAccount.map(({ status }) => status);
    const five = [401, 401, 401, 401, 401, 429];
    expect(statuses).toEqual([...five, ...five, ...five]);
  });

  it('wrong codes for messages that strangers asked for leave the code of the owner right', async () => {
    const { person, number } = await memberWithPhone();
    const messages = [];
    for (let times = 0; times < 3; times++) messages.push(await codeFrom(await ask(number)));
    const [own, ...guessed] = messages;
    for (const { sms, code } of guessed)
      for (let wrong = 0; wrong < 5; wrong++) await enter({ sms, code: otherThan(code) });
    const entered = await enter(own as Typed);
    expect(await whoHas(community, cookiesOf(entered))).toMatchObject({ id: person.id });
  });

  it('a code is over after ten minutes, and none signs in to an account that was banned meanwhile', async () => {
    const { person, number } = await memberWithPhone();
    const old = await codeFrom(await ask(number));
    await community.db
      .updateTable('accountLinks')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', old.sms)
      .execute();
    expect((await enter(old)).status).toBe(401);
    const fresh = await codeFrom(await ask(number));
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', person.id)
      .execute();
    expect((await enter(fresh)).status).toBe(401);
    expect((await codeFrom(await ask(number))).sent).toEqual([]);
  });

  it('a code does not outlive the telephone or a new password', async () => {
    const one = await memberWithPhone();
    const beforeRemoval = await codeFrom(await ask(one.number));
    await community.request(one.person, 'POST', '/api/accounts/phone/removal', {});
    const next = { userId: one.person.id, number: newNumber() };
    await community.db.insertInto('phones').values(next).execute();
    expect((await enter(beforeRemoval)).status).toBe(401);

    const two = await memberWithPhone();
    const beforePassword = await codeFrom(await ask(two.number));
    const body = { currentPassword: goodPassword, newPassword: 'otra-larga-y-rara' };
    expect((await askAuth(community, two.person.cookie, '/change-password', body)).status).toBe(200);
    expect((await enter(beforePassword)).status).toBe(401);
  });

  it('no code of a text message stands in the database, nor a plain hash of one', async () => {
    const { number } = await memberWithPhone();
    const entering = await codeFrom(await ask(number));
    const adding = await codeFrom(await begin(await memberWithPassword(), newNumber()));
    // One that has not been sent yet stands there too.
    await ask(number);
    for (const table of ['accountLinks', 'smsOutbox', 'verifications', 'rateLimits'] as const) {
      const text = JSON.stringify(await community.db.selectFrom(table).selectAll().execute());
      for (const { code } of [entering, adding]) {
        expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
        for (const encoding of ['hex', 'base64url'] as const)
          expect(text).not.toContain(createHash('sha256').update(code).digest(encoding));
      }
    }
    await community.texts();
  });

  it('asks for the second factor as every way in does', async () => {
    const { person, number } = await memberWithPhone();
    await community.db
      .insertInto('twoFactors')
      .values({ userId: person.id, secret: 'sealed', backupCodes: 'sealed' })
      .execute();
    await community.db
      .updateTable('users')
      .set({ twoFactorEnabled: true })
      .where('id', '=', person.id)
      .execute();
    const answer = await enter(await codeFrom(await ask(number)));
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await whoHas(community, cookiesOf(answer))).toBeNull();
  });

  it('a telephone gets three messages in half an hour, however many ask', async () => {
    const { number } = await memberWithPhone();
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(number)));
    const taken = asked.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(accountLimits.sms.max);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(8 - taken.length);
    expect(await community.texts()).toHaveLength(taken.length);
  });

  it('what is counted for a telephone, and logged beyond a limit, does not tell its number to who tries all numbers', async () => {
    const { number } = await memberWithPhone();
    const { sms, code } = await codeFrom(await ask(number));
    await enter({ sms, code: otherThan(code) });
    const rows = await community.db.selectFrom('rateLimits').select('key').execute();
    const counted = (what: string) => rows.filter(({ key }) => key.startsWith(what));
    for (const what of ['sms|', 'sms-of-']) expect(counted(what)).not.toEqual([]);
    expect(rows.filter(({ key }) => key.endsWith(hashedAccount(number)))).toEqual([]);
  });

  describe('with a moved clock', () => {
    /** Noon (UTC) of tomorrow: the limits of a day are those of a day in UTC. */
    const noon = new Date().setUTCHours(36, 0, 0, 0);
    const hoursLater = (hours: number) => community.setNow(new Date(noon + hours * 3_600_000));
    afterEach(() => community.setNow(null));

    it('a person who signs in by telephone every day gets a message every day', async () => {
      const { number } = await memberWithPhone();
      for (let day = 0; day < 12; day++) {
        hoursLater(day * 23.5);
        expect((await codeFrom(await ask(number))).sent).toHaveLength(1);
      }
    });

    it('a member whom the limit of a number refuses has not asked', async () => {
      const number = newNumber();
      hoursLater(0);
      for (let times = 0; times < 3; times++) expect((await ask(number)).status).toBe(200);
      const member = await memberWithPassword();
      for (let times = 0; times < 6; times++)
        expect((await begin(member, number, goodPassword)).status).toBe(429);
      expect((await begin(member, newNumber(), goodPassword)).status).toBe(200);
      await community.texts();
    });
  });
});

describe('adding a telephone', () => {
  it('shows it among the ways in, and tells the owner by a letter', async () => {
    const person = await memberWithPassword();
    const number = newNumber();
    const added = await confirm(person, await codeFrom(await begin(person, number)));
    expect(await added.json()).toEqual({ phone: showNumber(number) });
    const answer = await community.request(person, 'GET', '/api/accounts/me');
    const { account } = (await answer.json()) as { account: { phone: string; identities: object[] } };
    expect(account.phone).toBe(showNumber(number));
    expect(account.identities).toMatchObject([{ provider: 'email' }, { provider: 'phone' }]);
    const letters = (await community.letters()).filter(({ to }) => to === person.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['Tu cuenta tiene un teléfono nuevo']);
  });

  it('wants a proved address, and the password of a person who signed in a while ago', async () => {
    const unproved = await memberWithPassword(false);
    expect((await refusal(await begin(unproved, newNumber()))).code).toBe('accounts/confirm-email-first');
    const person = await memberWithPassword();
    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    expect((await refusal(await begin(person, newNumber()))).code).toBe('accounts/password-again');
    expect((await refusal(await begin(person, newNumber(), 'no-es-esta'))).code).toBe(
      'accounts/wrong-password',
    );
    expect((await begin(person, newNumber(), goodPassword)).status).toBe(200);
    await community.texts();
  });

  it('typing a number takes it from no account, and proving one that another account has takes it neither', async () => {
    const { person: owner, number } = await memberWithPhone();
    const other = await memberWithPassword();
    const { sms, code } = await codeFrom(await begin(other, number));
    expect((await refusal(await confirm(other, { sms, code: otherThan(code) }))).code).toBe(
      'accounts/letter-code-wrong',
    );
    expect(await refusal(await confirm(other, { sms, code }))).toMatchObject({
      status: 409,
      code: 'accounts/phone-taken',
    });
    const rows = await community.db.selectFrom('phones').selectAll().where('number', '=', number).execute();
    expect(rows).toMatchObject([{ userId: owner.id }]);
  });

  it('a code is of use to the person alone who asked for it, and to add a telephone alone', async () => {
    const person = await memberWithPassword();
    const { sms, code } = await codeFrom(await begin(person, newNumber()));
    expect((await confirm(await memberWithPassword(), { sms, code })).status).toBe(401);
    expect((await enter({ sms, code })).status).toBe(401);
    expect((await confirm(person, { sms, code })).status).toBe(200);

    const { number } = await memberWithPhone();
    const toEnter = await codeFrom(await ask(number));
    expect((await confirm(await memberWithPassword(), toEnter)).status).toBe(401);
  });

  it('an account has one telephone, and asks for five codes a day', async () => {
    const { person } = await memberWithPhone();
    expect((await refusal(await begin(person, newNumber()))).code).toBe('accounts/phone-known');
    const other = await memberWithPassword();
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++) statuses.push((await begin(other, newNumber())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await community.texts();
  });
});

describe('removing a telephone', () => {
  it('signs the other devices out, tells the owner, and the number is free again', async () => {
    const { person, number } = await memberWithPhone();
    const elsewhere = await community.anotherSession(person);
    const removed = await community.request(person, 'POST', '/api/accounts/phone/removal', {});
    expect(removed.status).toBe(200);
    await expect.poll(() => whoHas(community, elsewhere.cookie)).toBeNull();
    expect(await whoHas(community, person.cookie)).toMatchObject({ id: person.id, phone: null });
    const letters = (await community.letters()).filter(({ to }) => to === person.email);
    expect(letters.at(-1)?.subject).toBe('Se quitó el teléfono de tu cuenta');
    const next = await memberWithPassword();
    expect((await confirm(next, await codeFrom(await begin(next, number)))).status).toBe(200);
  });

  it('wants the password of a person who signed in a while ago', async () => {
    const { person } = await memberWithPhone();
    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    const remove = (password?: string) =>
      community.request(person, 'POST', '/api/accounts/phone/removal', { password });
    expect((await refusal(await remove())).code).toBe('accounts/password-again');
    expect((await remove(goodPassword)).status).toBe(200);
  });

  it('happens with the other ways in when an owner takes the account back', async () => {
    const { person, number } = await memberWithPhone();
    await removeOtherWaysIn(await community.ctxFor(), person.id);
    const rows = await community.db
      .selectFrom('phones')
      .selectAll()
      .where('userId', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
    expect((await codeFrom(await ask(number))).sent).toEqual([]);
  });
});
