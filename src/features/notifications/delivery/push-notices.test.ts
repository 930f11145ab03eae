import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushKeysFrom } from '#server/push/push-keys.ts';
import { createPushService } from '#server/push/push-service.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { impatientPush, pushServer, testPush } from '../../../testing/stand-ins/push-server.ts';
import { notify } from '../notify.ts';
import { pushNotices } from './push-notices.ts';

/* What these tests guarantee: a notice reaches each device of who chose so, once, encrypted for it; and no member can
 * have the server call an address that is no push service. */

let community: Community;
let server: Awaited<ReturnType<typeof pushServer>>;
const noon = new Date('2026-11-20T18:00:00Z');
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  server = await pushServer();
  community.setNow(noon);
});
afterEach(async () => {
  await server.close();
  for (const table of ['notifications', 'push_subscriptions', 'due_work', 'notice_settings'])
    await sql`delete from ${sql.table(table)}`.execute(community.db);
});

const run = (push = testPush) => community.runDue(pushNotices(push));
const add = (person: Person, device: object) =>
  community.request(person, 'POST', '/api/notifications/devices', { ...device, person: person.id });
async function withDevices(...names: string[]): Promise<Person> {
  const person = await community.person();
  for (const name of names) expect((await add(person, server.device(name))).status).toBe(200);
  return person;
}
const cancelled = { title: 'Club', startsAt: '2026-11-21T18:00:00.000Z', reason: 'Lluvia' };
const tell = async (person: Person, kind = 'classes.cancelled', detail: Record<string, string> = cancelled) =>
  notify(await community.ctxFor(), { to: [person.id], kind, detail, link: '/classes?class=1' });
const later = (minutes: number) => community.setNow(new Date(noon.getTime() + minutes * 60_000));
const devicesOf = async (person: Person) =>
  (
    await community.db
      .selectFrom('pushSubscriptions')
      .select('endpoint')
      .where('userId', '=', person.id)
      .execute()
  ).map(({ endpoint }) => endpoint.split('/').at(-1));
const outcome = async () =>
  (
    await community.db
      .selectFrom('noticeDeliveries')
      .select('outcome')
      .where('channel', '=', 'push')
      .execute()
  )[0]?.outcome;

describe('a push message', () => {
  it('reaches each device once, encrypted, signed, with its words and its place', async () => {
    const person = await withDevices('telephone', 'computer');
    await tell(person);
    await run();
    await run();
    expect(server.taken.map(({ device }) => device).sort()).toEqual(['computer', 'telephone']);
    expect(server.taken[0]?.message).toMatchObject({
      title: 'Sumi',
      body: 'Se canceló «Club» (sáb 21 de nov, 12:00). Motivo: Lluvia',
      link: '/classes?class=1',
      lang: 'es',
    });
    expect(server.taken[0]?.headers).toMatchObject({
      urgency: 'high',
      authorization: expect.stringMatching(/^vapid t=.+, k=.+/),
    });
    expect(await outcome()).toBe('sent');
  });

  it.each(['fails', 'stalls'] as const)(
    'to a device whose push service %s is tried again, and the other device is not told twice',
    async (behaviour) => {
      const person = await withDevices('bad', 'good');
      server.turn('bad', behaviour);
      await tell(person);
      await run(behaviour === 'stalls' ? impatientPush : testPush);
      expect(server.taken.map(({ device }) => device)).toEqual(['good']);
      server.turn('bad', 'takes');
      await run();
      expect(server.taken).toHaveLength(1);
      later(5);
      await run();
      expect(server.taken.map(({ device }) => device)).toEqual(['good', 'bad']);
    },
  );

  it('that was taken before the push service hung up comes again under the same id, which its device shows once', async () => {
    const person = await withDevices('one');
    server.turn('one', 'hangs-up-after-taking');
    await tell(person);
    await run();
    server.turn('one', 'takes');
    later(5);
    await run();
    expect(server.taken).toHaveLength(2);
    expect(new Set(server.taken.map(({ message }) => message.id)).size).toBe(1);
  });

  it('has the device forgotten that its push service no longer knows', async () => {
    const person = await withDevices('old', 'new');
    server.turn('old', 'gone');
    await tell(person);
    await run();
    expect(await devicesOf(person)).toEqual(['new']);
    expect(await outcome()).toBe('sent');
  });

  it.each(['refuses', 'redirects'] as const)(
    'that a push service %s is given up, and followed nowhere',
    async (behaviour) => {
      const person = await withDevices('one');
      server.turn('one', behaviour);
      await tell(person);
      await run();
      expect(server.asked).toEqual(['one']);
      expect(await outcome()).toBe('refused');
      expect(
        await community.db.selectFrom('dueWork').select('kind').where('kind', '=', 'push-notice').execute(),
      ).toEqual([]);
    },
  );

  it('does not go to a person who chose otherwise, read it or was banned, nor once it is withdrawn or late', async () => {
    const apply = (change: string, person: Person) =>
      sql.raw(change.replace('$1', `'${person.id}'`)).execute(community.db);
    for (const change of [
      `insert into notice_settings (user_id, chosen) values ($1, '{"classes:push": false}')`,
      'update notifications set read_at = now() where user_id = $1',
      'update users set banned_at = now() where id = $1',
      `update profiles set age_group = 'kid' where user_id = $1`,
      'delete from notifications where user_id = $1',
      `update notice_deliveries set good_until = '2026-11-20T18:00:00Z'`,
    ]) {
      const person = await withDevices('one');
      await tell(person);
      await apply(change, person);
      await run();
      expect(server.asked, change).toEqual([]);
    }
  });

  it('at night waits for the morning, unless the class is near', async () => {
    const person = await withDevices('one');
    community.setNow(new Date('2026-11-21T05:00:00Z'));
    await tell(person);
    await tell(person, 'classes.moved', {
      title: 'Al alba',
      startsAt: '2026-11-21T13:00:00Z',
      before: '2026-11-21T12:00:00Z',
    });
    await run();
    expect(server.taken.map(({ message }) => message.body)).toEqual([expect.stringContaining('Al alba')]);
    community.setNow(new Date('2026-11-21T13:00:00Z'));
    await run();
    expect(server.taken).toHaveLength(2);
  });

  it('that waits goes at the end of the night of the zone in which its person lives by then', async () => {
    const person = await withDevices('telephone');
    const live = (zone: string) =>
      sql`update users set zone = ${zone} where id = ${person.id}`.execute(community.db);
    await live('Europe/Madrid');
    community.setNow(new Date('2026-11-20T22:00:00Z'));
    await tell(person);
    await live('America/Bogota');
    for (const time of ['2026-11-21T06:00:00Z', '2026-11-21T11:59:59Z']) {
      community.setNow(new Date(time));
      await run();
      expect(server.taken).toEqual([]);
    }
    community.setNow(new Date('2026-11-21T12:00:00Z'));
    await run();
    expect(server.taken).toHaveLength(1);
  });

  it('of a trial goes at once at any hour, once in ten seconds, and not by mail', async () => {
    const person = await withDevices('one');
    community.setNow(new Date('2026-11-21T05:00:00Z'));
    for (let time = 0; time < 2; time++) {
      const answer = await community.request(person, 'POST', '/api/notifications/devices/trial', {});
      expect(await answer.json()).toEqual({ devices: 1 });
    }
    await run();
    expect(server.taken.map(({ message }) => message.body)).toEqual([
      '¡Funciona! Así te llegarán los avisos de Sumi.',
    ]);
    const due = await community.db.selectFrom('dueWork').select('kind').execute();
    expect(due.filter(({ kind }) => kind.startsWith('mail'))).toEqual([]);
  });
});

describe('a device', () => {
  it('gets nothing more once its person signed out there, and other devices do', async () => {
    const person = await withDevices('here');
    const there = await community.anotherSession(person);
    await add(there, server.device('there'));
    expect((await community.request(there, 'POST', '/api/auth/sign-out', {})).status).toBe(200);
    expect(await devicesOf(person)).toEqual(['here']);
  });

  it('belongs to the person who is signed in there now, and only they remove it', async () => {
    const [ana, eva] = [await withDevices('shared'), await community.person()];
    const device = server.device('shared');
    await add(eva, device);
    expect([await devicesOf(ana), await devicesOf(eva)]).toEqual([[], ['shared']]);
    const remove = (person: Person) =>
      community.request(person, 'POST', '/api/notifications/devices/removal', { endpoint: device.endpoint });
    expect(await (await remove(ana)).json()).toEqual({ removed: false });
    expect(await (await remove(eva)).json()).toEqual({ removed: true });
  });

  it('stays of who turned it on when their browser asks for them under the session of another person', async () => {
    const [ana, eva] = [await withDevices('shared'), await community.person()];
    const asked = { ...server.device('shared'), person: ana.id };
    const answer = await community.request(eva, 'POST', '/api/notifications/devices', asked);
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'notifications/device-of-another' },
    ]);
    expect([await devicesOf(ana), await devicesOf(eva)]).toEqual([['shared'], []]);
  });

  it('of a person with ten is the eleventh: the oldest goes', async () => {
    const person = await community.person();
    for (let n = 0; n < 11; n++) {
      later(n);
      await add(person, server.device(`d${n}`));
    }
    const devices = await devicesOf(person);
    expect(devices).toHaveLength(10);
    expect(devices).not.toContain('d0');
  });
});

describe('the addresses that the server calls', () => {
  const product = createPushService(pushKeysFrom('x'.repeat(32)), 'mailto:a@sumi.example');

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://user:pass@fcm.googleapis.com/x', false],
    ['https://localhost/x', false],
    ['https://127.0.0.1/x', false],
    ['https://2130706433/x', false],
    ['https://[::1]/x', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('of a push service can be %s: %s', (endpoint, allowed) => {
    expect(product.allows(endpoint)).toBe(allowed);
  });

  it('are public ones only, also where a name leads to a machine of the server’s own network', async () => {
    const service = createPushService(pushKeysFrom('x'.repeat(32)), 'mailto:a@sumi.example', {
      allows: () => true,
    });
    const { endpoint, keys } = server.device('inside');
    const message = { body: '{}', ttlSeconds: 60, urgent: false };
    const inside = endpoint.replace('127.0.0.1', 'localhost');
    expect(await service.send({ endpoint: inside, ...keys }, message)).toMatchObject({
      is: 'failed',
      why: /NotPublic/,
    });
    expect(server.asked).toEqual([]);
  });

  it('are refused when a device is added', async () => {
    const person = await community.person();
    const { keys } = server.device('x');
    const answer = await add(person, { endpoint: 'http://169.254.169.254/latest', keys });
    expect(answer.status).toBe(422);
  });
});

it('the keys of push messages are the same for the same secret, and others for another', () => {
  expect(pushKeysFrom('one secret')).toEqual(pushKeysFrom('one secret'));
  expect(pushKeysFrom('one secret').publicKey).not.toBe(pushKeysFrom('another').publicKey);
  expect(pushKeysFrom('one secret').publicKey).toMatch(/^[\w-]{87}$/);
});
