import { createServer, connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import type { DbAddress } from '#server/db/connect.ts';

/**
 * Stands between a client and the database: it can be away, cut or reset every connection, or stop passing anything on,
 * also only to the connections that LISTEN.
 */
export async function openDatabaseProxy(address: DbAddress) {
  const sockets = new Set<Socket>();
  /** Both sides of each connection. */
  const ends = new Set<Socket>();
  let away = false;
  let stalled = false;
  let deaf = false;
  let held = false;
  let refused = 0;
  let says = (bytes: Buffer) => bytes;
  const server = createServer((socket) => {
    if (away) {
      refused++;
      socket.destroy();
      return;
    }
    const behind = dial(targetOf(address));
    sockets.add(socket);
    for (const side of [socket, behind]) ends.add(side);
    const end = () => {
      sockets.delete(socket);
      for (const side of [socket, behind]) ends.delete(side);
      socket.destroy();
      behind.destroy();
    };
    for (const side of [socket, behind]) side.on('error', end).on('close', end);
    let listens = false;
    // What is sent while it is stalled is lost, as on the way to a machine that is gone.
    socket.on('data', (bytes) => {
      listens ||= bytes.includes('listen ');
      stalled || behind.write(bytes);
    });
    behind.on('data', (bytes) => stalled || (deaf && listens) || socket.write(says(bytes)));
    if (held) for (const side of [socket, behind]) side.pause();
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
    /** Ends every connection as a machine does that knows nothing of it (RST). */
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stall() {
      stalled = true;
    },
    /** Loses what the database says to connections that LISTEN; the others go on. */
    deafen() {
      deaf = true;
    },
    /** Passes nothing on until `flow`, and loses nothing, as while a network is away. */
    hold() {
      held = true;
      for (const end of ends) end.pause();
    },
    flow() {
      stalled = false;
      deaf = false;
      held = false;
      for (const end of ends) end.resume();
    },
    /** Changes what the database says, byte by byte, into as many bytes. */
    translate(change: (bytes: Buffer) => Buffer) {
      says = change;
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
