import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { askAuth, cookiesOf, personWithPassword } from '../../../testing/sign-in.ts';
import { requestSignInSms as operation } from '../contract.ts';
import { requestSignInSms } from './request-sign-in-sms.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes: { countries: ['MX'], aDay: 1000 } });
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

/** Noon (UTC) of tomorrow: the limits of a day are those of a day in UTC. */
const noon = new Date().setUTCHours(36, 0, 0, 0);
const hoursLater = (hours: number) => community.setNow(new Date(noon + hours * 3_600_000));

let last = 20_000_000;
const newNumber = () => `+5255${++last}`;

async function newTelephone(): Promise<string> {
  const number = newNumber();
  const { id: userId } = await personWithPassword(community);
  await community.db.insertInto('phones').values({ userId, number }).execute();
  return number;
}

const ask = (number: string, headers?: Record<string, string>) =>
  community.request(null, 'POST', '/api/accounts/sign-in-sms', { country: 'MX', number }, headers);

/** The cookies of a browser that signs in by a message to that telephone. */
async function signInBySms(number: string): Promise<string> {
  const { sms } = await answerOf(ask(number), operation);
  const code = /#(\d{6})$/.exec((await community.texts()).at(-1)?.words ?? '')?.[1];
  return cookiesOf(await askAuth(community, '', '/sign-in/phone', { sms, code }));
}

const settings = { phoneCodes: { countries: ['MX'] as const, aDay: 1000 } };
/** How many messages a telephone gets in a day of which every half hour begins with five requests. */
async function messagesInADay(number: string, networkOf: (half: number) => string, device: string | null) {
  let got = 0;
  for (let half = 0; half < 12; half++) {
    hoursLater(half * 0.6);
    const ctx = await community.ctxFor();
    const from = { network: networkOf(half), deviceOf: () => device };
    for (let times = 0; times < 5; times++)
      await requestSignInSms(ctx, settings, { country: 'MX', number }, from).then(
        () => got++,
        (error) => expect(error).toMatchObject({ status: 429 }),
      );
  }
  await community.texts();
  return got;
}

it('a telephone gets four messages a day for one network, six for all, and eight with those of its devices', async () => {
  const number = await newTelephone();
  expect(await messagesInADay(number, () => 'a network', null)).toBe(4);
  const [strangers, all] = [6, 8];
  expect(await messagesInADay(newNumber(), (half) => `network ${half}`, null)).toBe(strangers);
  const own = await newTelephone();
  expect(await messagesInADay(own, (half) => `network ${half}`, null)).toBe(strangers);
  expect(await messagesInADay(own, () => 'a network', 'a device')).toBe(all - strangers);
});

it('a device that signed in to the account gets a message when strangers have used up theirs', async () => {
  hoursLater(0);
  const [number, another] = [await newTelephone(), await newTelephone()];
  const cookie = await signInBySms(number);
  for (const each of [number, another]) while ((await ask(each)).status === 200);
  await community.texts();
  expect((await ask(another, { cookie })).status).toBe(429);
  expect((await ask(number, { cookie })).status).toBe(200);
  expect((await community.texts()).map(({ to }) => to)).toEqual([number]);
});
