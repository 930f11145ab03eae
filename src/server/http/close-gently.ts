import { Server } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';

/**
 * Closes a server so that no request fails. It takes no new connection from the first moment. For `graceMs` it
 * answers on those that are open, each time with the word that the connection ends, because a browser may be sending
 * just now: `server.close()` alone would cut connections at once that are idle between two requests. Then it closes
 * what is idle, and after `mostMs` what is still sending.
 */
export async function closeGently(
  server: ServerType,
  closeStreams: () => void,
  { graceMs = 700, mostMs = 4000 } = {},
): Promise<void> {
  if (!('closeIdleConnections' in server)) throw new Error('This is a server of HTTP/1.1.');
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  closeStreams();
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
  // A stream may have been opened meanwhile, over a connection that was there.
  closeStreams();
  // A process that was not given the processor meanwhile has requests in hand that it did not read yet.
  await afterReading();
  server.closeIdleConnections();
  await Promise.race([closed, sleep(mostMs - graceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
