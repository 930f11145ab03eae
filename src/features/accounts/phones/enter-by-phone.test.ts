import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  otherThan,
  type PhoneScene,
  phoneScene,
  refusalOf,
  type TypedCode,
} from '../../../testing/phone-scene.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { askAuth, cookiesOf, goodPassword, whoHas } from '../../../testing/sign-in.ts';
import { requestSignInSms } from '../contract.ts';
import { enterByPhone } from './enter-by-phone.ts';

let scene: PhoneScene;
beforeAll(async () => {
  scene = await phoneScene();
});
afterAll(() => scene.community.close());

describe('signing in by a code to a telephone', () => {
  it('a message brings the code, which signs in once', async () => {
    const { person, number } = await scene.memberWithPhone();
    const { sms, code, sent } = await scene.codeFrom(await scene.ask(number.slice(3)));
    expect(sent).toEqual([{ to: number, words: expect.stringContaining(`Sumi: ${code} es tu clave.`) }]);
    const entered = await scene.enter({ sms, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await whoHas(scene.community, cookiesOf(entered))).toMatchObject({ id: person.id });
    expect(await refusalOf(await scene.enter({ sms, code }))).toMatchObject({
      status: 401,
      code: 'accounts/letter-code-wrong',
    });
  });

  /** How many of ten who type one code at once come through, with or without its lock. */
  async function enteredAtOnce(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
    const { number } = await scene.memberWithPhone();
    const { sms, code } = await scene.codeFrom(await scene.ask(number));
    const { secret } = await scene.community.authentication.$context;
    const outer = change(await scene.community.ctxFor());
    // Five may be tried for one message.
    const tries = Array.from({ length: 5 }, () =>
      inTransaction(outer, (ctx) => enterByPhone(outer, ctx, secret, { sms, code })),
    );
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
    const { number } = await scene.memberWithPhone();
    const [ofAccount, unknown] = [await scene.ask(number), await scene.ask(scene.newNumber())];
    expect(Object.keys(await ofAccount.clone().json())).toEqual(Object.keys(await unknown.clone().json()));
    expect(unknown.status).toBe(ofAccount.status);
    expect((await scene.community.texts()).map(({ to }) => to)).toEqual([number]);
    const { sms } = await answerOf(unknown, requestSignInSms);
    expect((await refusalOf(await scene.enter({ sms, code: '123456' }))).code).toBe(
      'accounts/letter-code-wrong',
    );
  });

  /** What is answered to six wrong codes for each of three messages. */
  async function guess(number: string) {
    const answers: { status: number }[] = [];
    const withoutId = async (answer: Response) => ({ ...(await refusalOf(answer)), requestId: null });
    for (let message = 0; message < 3; message++) {
      const { sms, code } = await scene.codeFrom(await scene.ask(number));
      for (let wrong = 0; wrong < 6; wrong++)
        answers.push(await withoutId(await scene.enter({ sms, code: otherThan(code) })));
    }
    return answers;
  }

  it('five codes are tried for a message, and the answers to wrong ones tell not whether an account has the telephone', async () => {
    const { number } = await scene.memberWithPhone();
    const ofAccount = await guess(number);
    expect(ofAccount).toEqual(await guess(scene.newNumber()));
    const statuses = ofAccount.map(({ status }) => status);
    const five = [401, 401, 401, 401, 401, 429];
    expect(statuses).toEqual([...five, ...five, ...five]);
  });

  it('wrong codes for messages that strangers asked for leave the code of the owner right', async () => {
    const { person, number } = await scene.memberWithPhone();
    const messages = [];
    for (let times = 0; times < 3; times++) messages.push(await scene.codeFrom(await scene.ask(number)));
    const [own, ...guessed] = messages;
    for (const { sms, code } of guessed)
      for (let wrong = 0; wrong < 5; wrong++) await scene.enter({ sms, code: otherThan(code) });
    const entered = await scene.enter(own as TypedCode);
    expect(await whoHas(scene.community, cookiesOf(entered))).toMatchObject({ id: person.id });
  });

  it('a code is over after ten minutes, and none signs in to an account that was banned meanwhile', async () => {
    const { person, number } = await scene.memberWithPhone();
    const old = await scene.codeFrom(await scene.ask(number));
    await scene.community.db
      .updateTable('accountLinks')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', old.sms)
      .execute();
    expect((await scene.enter(old)).status).toBe(401);
    const fresh = await scene.codeFrom(await scene.ask(number));
    await scene.community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', person.id)
      .execute();
    expect((await scene.enter(fresh)).status).toBe(401);
    expect((await scene.codeFrom(await scene.ask(number))).sent).toEqual([]);
  });

  it('a code does not outlive the telephone or a new password', async () => {
    const one = await scene.memberWithPhone();
    const beforeRemoval = await scene.codeFrom(await scene.ask(one.number));
    await scene.remove(one.person);
    const next = { userId: one.person.id, number: scene.newNumber() };
    await scene.community.db.insertInto('phones').values(next).execute();
    expect((await scene.enter(beforeRemoval)).status).toBe(401);

    const two = await scene.memberWithPhone();
    const beforePassword = await scene.codeFrom(await scene.ask(two.number));
    const body = { currentPassword: goodPassword, newPassword: 'otra-larga-y-rara' };
    expect((await askAuth(scene.community, two.person.cookie, '/change-password', body)).status).toBe(200);
    expect((await scene.enter(beforePassword)).status).toBe(401);
  });

  it('no code of a text message stands in the database, nor a plain hash of one', async () => {
    const { number } = await scene.memberWithPhone();
    const entering = await scene.codeFrom(await scene.ask(number));
    const adding = await scene.codeFrom(
      await scene.begin(await scene.memberWithPassword(), scene.newNumber()),
    );
    // One that has not been sent yet stands there too.
    await scene.ask(number);
    for (const table of ['accountLinks', 'smsOutbox', 'verifications', 'rateLimits'] as const) {
      const text = JSON.stringify(await scene.community.db.selectFrom(table).selectAll().execute());
      for (const { code } of [entering, adding]) {
        expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
        for (const encoding of ['hex', 'base64url'] as const)
          expect(text).not.toContain(createHash('sha256').update(code).digest(encoding));
      }
    }
    await scene.community.texts();
  });

  it('asks for the second factor as every way in does', async () => {
    const { person, number } = await scene.memberWithPhone();
    await scene.community.db
      .insertInto('twoFactors')
      .values({ userId: person.id, secret: 'sealed', backupCodes: 'sealed' })
      .execute();
    await scene.community.db
      .updateTable('users')
      .set({ twoFactorEnabled: true })
      .where('id', '=', person.id)
      .execute();
    const answer = await scene.enter(await scene.codeFrom(await scene.ask(number)));
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await whoHas(scene.community, cookiesOf(answer))).toBeNull();
  });

  it('a telephone gets three messages in half an hour, however many ask', async () => {
    const { number } = await scene.memberWithPhone();
    const asked = await Promise.all(Array.from({ length: 8 }, () => scene.ask(number)));
    const taken = asked.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(3);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(8 - taken.length);
    expect(await scene.community.texts()).toHaveLength(taken.length);
  });

  it('what is counted for a telephone, and logged beyond a limit, does not tell its number to a visitor who tries all numbers', async () => {
    const { number } = await scene.memberWithPhone();
    const { sms, code } = await scene.codeFrom(await scene.ask(number));
    await scene.enter({ sms, code: otherThan(code) });
    const rows = await scene.community.db.selectFrom('rateLimits').select('key').execute();
    const counted = (what: string) => rows.filter(({ key }) => key.startsWith(what));
    for (const what of ['sms|', 'sms-of-']) expect(counted(what)).not.toEqual([]);
    expect(
      rows.filter(({ key }) => key.includes(createHash('sha256').update(number).digest('base64url'))),
    ).toEqual([]);
  });

  describe('with a moved clock', () => {
    /** Noon (UTC) of tomorrow: the limits of a day are those of a day in UTC. */
    const noon = new Date().setUTCHours(36, 0, 0, 0);
    const hoursLater = (hours: number) => scene.community.setNow(new Date(noon + hours * 3_600_000));
    afterEach(() => scene.community.setNow(null));

    it('a person who signs in by telephone every day gets a message every day', async () => {
      const { number } = await scene.memberWithPhone();
      for (let day = 0; day < 12; day++) {
        hoursLater(day * 23.5);
        expect((await scene.codeFrom(await scene.ask(number))).sent).toHaveLength(1);
      }
    });

    it('a member whom the limit of a number refuses has not asked', async () => {
      const number = scene.newNumber();
      hoursLater(0);
      for (let times = 0; times < 3; times++) expect((await scene.ask(number)).status).toBe(200);
      const member = await scene.memberWithPassword();
      for (let times = 0; times < 6; times++)
        expect((await scene.begin(member, number, goodPassword)).status).toBe(429);
      expect((await scene.begin(member, scene.newNumber(), goodPassword)).status).toBe(200);
      await scene.community.texts();
    });
  });
});
