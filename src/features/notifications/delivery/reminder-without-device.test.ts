import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { mailDue, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import { pushServer, testPush } from '../../../testing/stand-ins/push-server.ts';
import { readNoticeChoices } from '../contract.ts';
import { notify } from '../notify.ts';
import { pushNotices } from './push-notices.ts';

let community: Community;
/** Noon in Mexico City. */
const noon = new Date('2026-11-20T18:00:00Z');
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(() => community.setNow(noon));

const startsAt = (minutes: number) => new Date(community.now().getTime() + minutes * 60_000).toISOString();
async function remind(person: Person, kind = 'classes.starts-in-an-hour', minutes = 60): Promise<void> {
  const detail = { title: 'Club', startsAt: startsAt(minutes) };
  await notify(await community.ctxFor(), { to: [person.id], kind, detail, link: '/classes?class=1' });
}
const keys = { p256dh: 'B'.padEnd(87, 'x'), auth: 'a'.padEnd(22, 'x') };
async function turnOn(
  person: Person,
  subscription: object = { endpoint: `https://push.example/${person.id}`, keys },
): Promise<void> {
  const device = { ...subscription, person: person.id };
  expect((await community.request(person, 'POST', '/api/notifications/devices', device)).status).toBe(200);
}
const choose = (person: Person, topic: object) =>
  community.request(person, 'PATCH', '/api/notifications/choices', { topics: [topic] });
async function hourBefore(person: Person) {
  const { topics } = await answerOf(
    community.request(person, 'GET', '/api/notifications/choices'),
    readNoticeChoices,
  );
  return topics.find(({ topic }) => topic === 'hour-before');
}

describe('the reminder of an hour before', () => {
  it('goes by mail to a person without a device, also in their quiet hours', async () => {
    const person = await personWithMail(community, { zone: 'America/Mexico_City' });
    await remind(person);
    expect((await mailDue(community)).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, '«Club» empieza pronto: vie 20 de nov, 13:00'],
    ]);
    // Eleven at night; quiet hours begin at ten.
    community.setNow(new Date('2026-11-21T05:00:00Z'));
    await remind(person);
    expect(await mailDue(community)).toHaveLength(1);
  });

  it('does not go by mail to a person with a device, and the choices say so', async () => {
    const person = await personWithMail(community);
    expect(await hourBefore(person)).toMatchObject({ email: true, push: true });
    await turnOn(person);
    expect(await hourBefore(person)).toMatchObject({ email: false, push: true });
    await remind(person);
    expect(await mailDue(community)).toEqual([]);
  });

  it('still goes by mail where the device was turned on after it was told', async () => {
    const person = await personWithMail(community);
    await remind(person);
    await turnOn(person);
    expect(await mailDue(community)).toHaveLength(1);
  });

  it.each(['gone', 'refuses', 'fails', 'takes'] as const)(
    'goes by mail to a person whose only device %s it, unless the device takes it',
    async (behaviour) => {
      const server = await pushServer();
      onTestFinished(() => server.close());
      const person = await personWithMail(community);
      await turnOn(person, server.device('only'));
      server.turn('only', behaviour);
      await remind(person);
      await remind(person, 'classes.starts-in-minutes', 10);
      const letters: string[] = [];
      // A device that fails is tried again; the letter goes after the first round.
      for (const minutes of [0, 3, 9]) {
        community.setNow(new Date(noon.getTime() + minutes * 60_000));
        await community.runDue(pushNotices(testPush));
        const toThem = (await mailDue(community)).filter(({ to }) => to === person.email);
        letters.push(...toThem.map(({ subject }) => subject));
        expect(letters).toEqual(behaviour === 'takes' ? [] : ['«Club» empieza pronto: vie 20 de nov, 13:00']);
      }
      expect(server.asked.length > 2).toBe(behaviour === 'fails');
    },
  );

  it.each([{ push: false }, { email: false }])(
    'does not go by mail to a person without a device who chose %j',
    async (choice) => {
      const person = await personWithMail(community);
      expect((await choose(person, { topic: 'hour-before', ...choice })).status).toBe(200);
      expect(await hourBefore(person)).toMatchObject({ email: false });
      await remind(person);
      expect(await mailDue(community)).toEqual([]);
    },
  );

  it('does not go to an address that is not confirmed, nor to a kid', async () => {
    for (const person of [await community.person(), await community.person({ ageGroup: 'kid' })]) {
      await remind(person);
      expect(await mailDue(community)).toEqual([]);
    }
  });
});

it('the reminder of ten minutes before does not go by mail to a person without a device', async () => {
  const person = await personWithMail(community);
  await remind(person, 'classes.starts-in-minutes', 10);
  expect(await mailDue(community)).toEqual([]);
});
