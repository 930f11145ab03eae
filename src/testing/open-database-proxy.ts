import { createServer, connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import type { DbAddress } from '#server/db/connect.ts';

/** Stands between a client and the database: it can be away, cut every connection, or stop passing anything on. */
export async function openDatabaseProxy(address: DbAddress) {
  const sockets = new Set<Socket>();
  let away = false;
  let stalled = false;
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
    // What is sent while it is stalled is lost, as on the way to a machine that is gone.
    socket.on('data', (bytes) => stalled || behind.write(bytes));
    behind.on('data', (bytes) => stalled || socket.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    address: through(address, typeof bound === 'object' && bound ? bound.port : 0),
    down() {
      away = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Ends every connection; new ones are let through. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    stall() {
      stalled = true;
    },
    flow() {
      stalled = false;
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
