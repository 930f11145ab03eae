import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { waitingForLocks } from '../../testing/races/waiting-for-locks.ts';
import type { FollowedEvent, Follower } from '../events/follow-events.ts';
import { newApi } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { realtimeRoutes } from './routes.ts';
import { Streams } from './streams.ts';

/** A server of streams alone, whose one member is `ana`, and a browser that connects and reads nothing. */
async function stalledBrowser(writeTimeoutMs: number) {
  let deliver: (event: FollowedEvent) => void = () => {};
  const streams = new Streams({
    onEvent(listener: (event: FollowedEvent) => void) {
      deliver = listener;
      return () => {};
    },
  } as Follower);
  const api = newApi();
  api.use(async (c, next) => {
    c.set('address', '192.0.2.1');
    c.set('ctx', { actor: { kind: 'member', userId: 'ana' } } as ApiEnv['Variables']['ctx']);
    c.set('sessionEnds', null);
    await next();
  });
  realtimeRoutes(streams, { areInForce: () => true }, { heartbeatMs: 25_000, writeTimeoutMs })(api);
  const server = serve({ fetch: api.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  let accepted: Socket | undefined;
  server.on('connection', (one: Socket) => {
    accepted = one;
  });
  const { port } = server.address() as AddressInfo;
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n');
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(() => streams.size()).toBe(1);
  return {
    streams,
    connections,
    /** Sends more than the buffers between the two can hold, and waits until they are full. */
    async fill() {
      const kind = 'x'.repeat(200_000);
      for (let id = 1; id <= 200; id++) deliver({ id, kind, audience: ['ana'], subject: null });
      await expect.poll(() => accepted?.writableLength).toBeGreaterThan(0);
    },
    close() {
      socket.destroy();
      server.close();
    },
  };
}

describe('a browser that stops reading', () => {
  it('has its connection closed, not only its place given away', async () => {
    const { streams, connections, fill, close } = await stalledBrowser(5000);
    await fill();
    await expect.poll(() => streams.size()).toBe(0);
    await expect.poll(connections).toBe(0);
    close();
  });

  it('loses its connection with its rights, long before it would be given up', async () => {
    const { streams, connections, fill, close } = await stalledBrowser(600_000);
    await fill();
    streams.closeOf('ana');
    await expect.poll(() => streams.size()).toBe(0);
    await expect.poll(connections).toBe(0);
    close();
  });
});

describe('the stream of a member', () => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity();
  });
  afterAll(() => community.close());

  /** Opens a stream and answers a function that says whether it has ended. */
  async function openStream(person: Person) {
    const answer = await community.request(person, 'GET', '/api/events');
    expect(answer.status).toBe(200);
    let ended = false;
    const reader = answer.body!.getReader();
    const read = async (): Promise<void> => ((await reader.read()).done ? undefined : read());
    void read().then(() => {
      ended = true;
    });
    return () => ended;
  }

  it('ends with a change of rights whose notification was missed, once the table of events says so', async () => {
    const person = await community.person();
    const hasEnded = await openStream(person);
    await sql`select publish_event('accounts.access-changed', array[${person.id}::uuid])`.execute(
      community.db,
    );
    await expect.poll(hasEnded).toBe(true);
  });

  it('ends at once where the rights changed after they were read and before it opened', async () => {
    const [person, witness] = [await community.person(), await community.person()];
    const witnessHasEnded = await openStream(witness);
    const opening = await community.db.transaction().execute(async (trx) => {
      // The session is read already, and the rights are waited for.
      await sql`lock table teacher_profiles in access exclusive mode`.execute(trx);
      const opening = openStream(person);
      await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
      const people = [person.id, witness.id];
      await sql`select publish_event('accounts.access-changed', ${people}::uuid[])`.execute(community.db);
      await expect.poll(witnessHasEnded).toBe(true);
      return { opening };
    });
    const hasEnded = await opening.opening;
    await expect.poll(hasEnded).toBe(true);
  });

  it('ends when the connection that brings such changes is lost', async () => {
    const hasEnded = await openStream(await community.person());
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query in ('listen access', 'select 1')`.execute(community.db);
    await expect.poll(hasEnded).toBe(true);
  });

  it('ends with the session that opened it, which reached its age', async () => {
    const api = newApi();
    api.use(async (c, next) => {
      const now = new Date();
      c.set('address', '192.0.2.1');
      c.set('ctx', { actor: { kind: 'member', userId: 'ana' }, now } as ApiEnv['Variables']['ctx']);
      c.set('sessionEnds', now.getTime() + 50);
      await next();
    });
    const streams = new Streams({ onEvent: () => () => {} } as unknown as Follower);
    realtimeRoutes(streams, { areInForce: () => true }, { heartbeatMs: 20, writeTimeoutMs: 60_000 })(api);
    const reader = (await api.request('/api/events')).body!.getReader();
    const read = async (): Promise<void> => ((await reader.read()).done ? undefined : read());
    await read();
    expect(streams.size()).toBe(0);
  });

  it('gives a sign of life every 25 seconds', async () => {
    const person = await community.person();
    // The server knows the person by now, so that no clock but the stream's is moved.
    await community.request(person, 'GET', '/api/accounts/me');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const reader = (await community.request(person, 'GET', '/api/events')).body!.getReader();
      let beats = 0;
      const read = async (): Promise<void> => {
        const { done, value } = await reader.read();
        if (new TextDecoder().decode(value).includes('heartbeat')) beats += 1;
        return done ? undefined : read();
      };
      const over = read();
      // Not `expect.poll`, which moves the clock along.
      const expectBeats = async (count: number) => {
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
        expect(beats).toBe(count);
      };
      await expectBeats(1);
      for (let after = 2; after <= 4; after++) {
        vi.advanceTimersByTime(24_999);
        await expectBeats(after - 1);
        vi.advanceTimersByTime(1);
        await expectBeats(after);
      }
      await reader.cancel();
      await over;
    } finally {
      vi.useRealTimers();
    }
  });

  it('is the seventh of one person only after another ended', async () => {
    const person = await community.person();
    const open = () => community.request(person, 'GET', '/api/events');
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map(open));
    expect(six.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await open()).status).toBe(429);
    await six[0]?.body?.cancel();
    await expect.poll(async () => (await open()).status).toBe(200);
  });

  it('is not opened for a HEAD request, whose answer has no body, and takes no place of the person', async () => {
    const person = await community.person();
    for (let n = 0; n < 7; n++) {
      const head = await community.request(person, 'HEAD', '/api/events');
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
  });

  it('is the twenty-first of one network, of visitors and members together, only after another ended', async () => {
    const behindProxy = await newCommunity({ trustProxy: true });
    const open = async (address: string, person: Person | null = null) =>
      behindProxy.request(person, 'GET', person ? '/api/events' : '/api/events/public', undefined, {
        'x-forwarded-for': address,
      });
    const member = await behindProxy.person();
    const twenty: Response[] = [];
    for (let n = 0; n < 20; n++) twenty.push(await open(`2001:db8:7:7::${n + 1}`, n < 5 ? member : null));
    expect(twenty.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const person of [null, member]) expect((await open('2001:db8:7:7::ffff', person)).status).toBe(429);
    expect((await open('2001:db8:7:8::1')).status).toBe(200);
    await twenty[7]?.body?.cancel();
    await expect.poll(async () => (await open('2001:db8:7:7::ffff')).status).toBe(200);
    await behindProxy.close();
  });
});
