import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  type Behaviour,
  impatientPush,
  pushServer,
  testPush,
} from '../../../testing/stand-ins/push-server.ts';
import { notify } from '../notify.ts';
import { pushNotices } from './push-notices.ts';

/* What these tests guarantee: a member whose device answers what it likes, or nothing, delays no message of another. */

let community: Community;
let server: Awaited<ReturnType<typeof pushServer>>;
let member: Person;
let another: Person;
const noon = new Date('2026-11-20T18:00:00Z');
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  server = await pushServer();
  community.setNow(noon);
  member = await withDevice('bad');
  another = await withDevice('good');
});
afterEach(async () => {
  await server.close();
  for (const table of ['notifications', 'push_subscriptions', 'due_work'])
    await sql`delete from ${sql.table(table)}`.execute(community.db);
});

const add = (person: Person, name: string) =>
  community.request(person, 'POST', '/api/notifications/devices', {
    ...server.device(name),
    person: person.id,
  });
async function withDevice(name: string): Promise<Person> {
  const person = await community.person();
  expect((await add(person, name)).status).toBe(200);
  return person;
}
const later = (minutes: number) => community.setNow(new Date(noon.getTime() + minutes * 60_000));
const run = (push = testPush) => community.runDue(pushNotices(push));
const tryDevices = (person: Person) =>
  community.request(person, 'POST', '/api/notifications/devices/trial', {});
const detail = { title: 'Club', startsAt: '2026-12-21T18:00:00.000Z', reason: 'Lluvia' };
const tell = async (person: Person) =>
  notify(await community.ctxFor(), { to: [person.id], kind: 'classes.cancelled', detail });
const toGood = () => server.taken.filter(({ device }) => device === 'good').length;
const asked = (name: string) => server.asked.filter((device) => device === name).length;
const due = () => community.db.selectFrom('dueWork').selectAll().where('kind', '=', 'push-notice').execute();
const hasDevice = async (person: Person) =>
  (await community.db.selectFrom('pushSubscriptions').select('id').where('userId', '=', person.id).execute())
    .length === 1;

it.each(['asks-for-ages', 'fails'] as Behaviour[])(
  'a trial to a device whose push service %s delays no message of another member, and is not tried again',
  async (behaviour) => {
    server.turn('bad', behaviour);
    for (let trial = 0; trial < 5; trial++) {
      later(trial / 5);
      expect((await tryDevices(member)).status).toBe(200);
    }
    later(1);
    await tell(another);
    await run();
    expect(toGood()).toBe(1);
    expect(await due()).toEqual([]);
  },
);

it('a notice to a device that asks for a wait of ages is tried again within a day', async () => {
  server.turn('bad', 'asks-for-ages');
  await tell(member);
  await tell(another);
  await run();
  expect(toGood()).toBe(1);
  const [row] = await due();
  expect(row).toMatchObject({ attempts: 1, lease: null });
  expect(row?.dueAt.getTime()).toBeLessThanOrEqual(noon.getTime() + 24 * 3600_000);
});

it('a device that stays silent takes one message of its person at a time, and no other member waits for it', async () => {
  server.turn('bad', 'stalls');
  for (let notice = 0; notice < 8; notice++) await tell(member);
  later(1);
  await tell(another);
  const begun = performance.now();
  const round = run(impatientPush);
  while (toGood() === 0 && performance.now() - begun < 20_000) {
    await sleep(20);
  }
  expect(asked('bad')).toBeLessThanOrEqual(1);
  await round;
  // After the first failure the device waits, for all notices of its person.
  expect(asked('bad')).toBe(1);
});

it('two notices of a person that come at once reach their device in one round', async () => {
  await tell(another);
  await tell(another);
  await run();
  expect(toGood()).toBe(2);
});

it('a device that failed is tried after a minute, later each time, and at once again after it took a message', async () => {
  server.turn('bad', 'fails');
  await tell(member);
  const tries: number[] = [];
  for (let minute = 0; minute <= 200; minute++) {
    later(minute);
    const before = asked('bad');
    await run();
    if (asked('bad') > before) tries.push(minute);
  }
  const gaps = tries.slice(1).map((minute, n) => minute - (tries[n] ?? 0));
  expect(tries[0]).toBe(0);
  expect(gaps[0]).toBeLessThanOrEqual(2);
  expect(gaps.at(-1)).toBeGreaterThan(30);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(71);
  server.turn('bad', 'takes');
  later(300);
  await run();
  const [device] = await community.db
    .selectFrom('pushSubscriptions')
    .select(['failingSince', 'retryAt'])
    .where('userId', '=', member.id)
    .execute();
  expect(device).toEqual({ failingSince: null, retryAt: null });
});

it('a device that takes no message for a week is forgotten, and one that failed before and took one since is not', async () => {
  const day = 24 * 60;
  const turn = async (minutes: number, behaviour: Behaviour) => {
    server.turn('bad', behaviour);
    later(minutes);
    await tell(member);
    await run();
  };
  await turn(0, 'fails');
  await turn(6 * day, 'takes');
  await turn(8 * day, 'fails');
  expect(await hasDevice(member)).toBe(true);
  await turn(14 * day, 'fails');
  expect(await hasDevice(member)).toBe(true);
  await turn(16 * day, 'fails');
  expect(await hasDevice(member)).toBe(false);
});
