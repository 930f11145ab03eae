import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { smsServer } from '../../testing/stand-ins/sms-server.ts';
import { countSmsOfDay, takeSmsOfDay } from './sms-of-day.ts';
import { wantSms } from './want-sms.ts';

const aDay = 20;
const service = await smsServer();
afterAll(() => service.close());

let community: Community;
/** Noon of tomorrow. */
const start = new Date(new Date().setUTCHours(36, 0, 0, 0));
beforeAll(async () => {
  community = await newCommunity({ phoneCodes: { countries: ['MX'], aDay } });
});
afterAll(() => community.close());
beforeEach(async () => {
  await sql`delete from sms_outbox`.execute(community.db);
  await sql`delete from sms_days`.execute(community.db);
  await sql`delete from due_work`.execute(community.db);
  service.taken.length = 0;
  service.behaviour = 'takes';
  community.setNow(start);
});

let last = 20_000_000;
async function wanted(): Promise<{ sms: string; number: string }> {
  const ctx = await community.ctxFor();
  const person = await community.person();
  const number = `+5255${++last}`;
  await community.db.insertInto('phones').values({ userId: person.id, number }).execute();
  return { sms: await wantSms(ctx, { kind: 'accounts.sign-in-phone', number }), number };
}

const minutesLater = (minutes: number) => community.setNow(new Date(start.getTime() + minutes * 60_000));
const waiting = async () =>
  (await community.db.selectFrom('dueWork').select(['attempts', 'lastError', 'dueAt']).execute())[0];
const counted = async () => countSmsOfDay(await community.ctxFor());

it('sendSms hands a message over in the form of Twilio, and is done with it', async () => {
  const { number } = await wanted();
  await community.texts(service.sms);
  expect(service.taken).toMatchObject([{ form: { To: number, From: '+15005550006' } }]);
  expect(Object.keys(service.taken[0]?.form ?? {}).sort()).toEqual(['Body', 'From', 'To']);
  expect(await waiting()).toBeUndefined();
  expect(await community.db.selectFrom('smsOutbox').selectAll().execute()).toEqual([]);
  expect(await counted()).toBe(1);
});

it('sendSms names a messaging service where the sender is one', async () => {
  const from = `MG${'0'.repeat(32)}`;
  const other = await smsServer({ from });
  await wanted();
  await community.texts(other.sms);
  expect(other.taken).toMatchObject([{ form: { MessagingServiceSid: from } }]);
  expect(other.taken[0]?.form).not.toHaveProperty('From');
  await other.close();
});

it('sendSms tries again while the service fails, which is not counted, with the same words', async () => {
  await wanted();
  service.behaviour = 'fails';
  await community.texts(service.sms);
  expect(await waiting()).toMatchObject({ attempts: 1, lastError: 'the message service answered 503' });
  expect(await counted()).toBe(0);
  service.behaviour = 'takes';
  minutesLater(2);
  await community.texts(service.sms);
  expect(service.taken).toHaveLength(1);
  expect(await waiting()).toBeUndefined();
});

it('sendSms tries again where there is no service at that address, which is not counted', async () => {
  const away = await smsServer();
  await away.close();
  await wanted();
  await community.texts(away.sms);
  expect(await waiting()).toMatchObject({ lastError: 'the message service cannot be reached' });
  expect(await counted()).toBe(0);
});

it.each(['stalls', 'hangs-up-after-taking', 'fails-after-taking'] as const)(
  'sendSms counts a message when the service %s, and sends it again two minutes later with the same code',
  async (behaviour) => {
    await wanted();
    service.behaviour = behaviour;
    await community.texts(service.sms);
    expect(await waiting()).toMatchObject({
      lastError: 'the message service did not say whether it took it',
    });
    expect(await counted()).toBe(1);
    service.behaviour = 'takes';
    minutesLater(1.9);
    await community.texts(service.sms);
    expect(await waiting()).toBeDefined();
    minutesLater(2.1);
    await community.texts(service.sms);
    expect(await waiting()).toBeUndefined();
    expect(new Set(service.taken.map(({ words }) => words)).size).toBe(1);
    expect(await counted()).toBe(2);
  },
);

it('sendSms does not send again a code that was used meanwhile', async () => {
  const { sms } = await wanted();
  service.behaviour = 'hangs-up-after-taking';
  await community.texts(service.sms);
  await community.db.updateTable('accountLinks').set({ usedAt: start }).where('id', '=', sms).execute();
  minutesLater(3);
  service.behaviour = 'takes';
  await community.texts(service.sms);
  expect(service.taken).toHaveLength(1);
  expect(await waiting()).toBeUndefined();
});

it('sendSms gives a number up that the service refuses, and a message that is ten minutes old', async () => {
  await wanted();
  service.behaviour = 'no-such-number';
  await community.texts(service.sms);
  expect(await waiting()).toBeUndefined();
  await wanted();
  service.behaviour = 'fails';
  await community.texts(service.sms);
  minutesLater(11);
  service.behaviour = 'takes';
  await community.texts(service.sms);
  expect(service.taken).toEqual([]);
  expect(await waiting()).toBeUndefined();
  expect(await counted()).toBe(0);
});

it('wrong settings stand among what is stuck at once', async () => {
  await wanted();
  service.behaviour = 'no-sign-in';
  await community.texts(service.sms);
  const work = await waiting();
  expect(work?.lastError).toBe('the message service answered 401');
  expect(work?.attempts).toBeGreaterThan(1);
});

describe('the messages of a day', () => {
  it('are no more than the operator set, and the next day begins again', async () => {
    for (let times = 0; times < aDay + 2; times++) await wanted();
    expect(await community.texts(service.sms)).toEqual([]);
    expect(service.taken).toHaveLength(aDay);
    const asked = await community.request(null, 'POST', '/api/accounts/sign-in-sms', {
      country: 'MX',
      number: '55 1234 5678',
    });
    expect(asked.status).toBe(429);
    expect((await asked.json()).code).toBe('accounts/sms-used-up');
    minutesLater(12 * 60 + 1);
    await wanted();
    await community.texts(service.sms);
    expect(service.taken).toHaveLength(aDay + 1);
  });

  it('are no more when many processes take them at once', async () => {
    const ctx = await community.ctxFor();
    const taken = await Promise.all(Array.from({ length: 60 }, () => takeSmsOfDay(ctx, aDay)));
    expect(taken.filter((day) => day !== null)).toHaveLength(aDay);
  });

  it('are not used up by telephones of no account', async () => {
    const ctx = await community.ctxFor();
    for (let times = 0; times < 5; times++)
      await wantSms(ctx, { kind: 'accounts.sign-in-phone', number: `+5256${++last}` });
    await community.texts(service.sms);
    expect(service.taken).toEqual([]);
    expect(await counted()).toBe(0);
  });
});

it('the control: counting and adding in two statements takes more than the most', async () => {
  const { db, now } = await community.ctxFor();
  const apart: typeof takeSmsOfDay = async (ctx, most) => {
    if ((await countSmsOfDay(ctx)) >= most) return null;
    return takeSmsOfDay(ctx, 1_000_000);
  };
  const taken = await Promise.all(Array.from({ length: 60 }, () => apart({ db, now }, aDay)));
  expect(taken.filter((day) => day !== null).length).toBeGreaterThan(aDay);
});
