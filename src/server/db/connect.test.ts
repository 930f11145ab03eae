import { createServer, connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { connect, type DbAddress } from './connect.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('a connection that is cut during a transaction fails that transaction and no other', async () => {
  const { db, close } = connect(community.address);
  const cut = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(community.db);
    await sleep(50);
    await sql`select 1`.execute(trx);
  });
  await expect(cut).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});

it('followEvents tries to reconnect to an absent database about twice a second and then listens once', async () => {
  const proxy = await openProxy(community.address);
  const follower = await followEvents(community.db, proxy.address, createLog('silent'));
  proxy.down();
  await sleep(3000);
  const attempts = proxy.refused();
  expect(attempts).toBeGreaterThan(2);
  expect(attempts).toBeLessThan(9);
  proxy.up();
  await sleep(1500);
  expect(proxy.open()).toBe(1);
  await follower.stop();
  proxy.close();
});

/** Stands between a client and the database, and can be away. */
async function openProxy(address: DbAddress) {
  const sockets = new Set<Socket>();
  let away = false;
  let refused = 0;
  const server = createServer((socket) => {
    if (away) {
      refused++;
      socket.destroy();
      return;
    }
    const behind = dial(targetOf(address));
    sockets.add(socket);
    const end = () => {
      sockets.delete(socket);
      socket.destroy();
      behind.destroy();
    };
    for (const side of [socket, behind]) side.on('error', end).on('close', end);
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    address: through(address, typeof bound === 'object' && bound ? bound.port : 0),
    down() {
      away = true;
      for (const socket of sockets) socket.destroy();
    },
    up() {
      away = false;
    },
    refused: () => refused,
    open: () => sockets.size,
    close: () => server.close(),
  };
}

function targetOf(address: DbAddress) {
  if (!('url' in address)) return { path: path.join(address.host, `.s.PGSQL.${address.port}`) };
  const { hostname, port } = new URL(address.url);
  return { host: hostname, port: Number(port || 5432) };
}

function through(address: DbAddress, port: number): DbAddress {
  if (!('url' in address)) return { ...address, host: '127.0.0.1', port };
  const url = new URL(address.url);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href };
}
