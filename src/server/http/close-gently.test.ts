import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { closeGently } from './close-gently.ts';

/** A browser in a thread of its own, with one connection that it keeps: it asks when told, and tells each answer. */
const browser = `
  const { parentPort, workerData } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  parentPort.on('message', () => {
    const tell = (what) => parentPort.postMessage(what);
    const request = http.get({ port: workerData, agent }, (response) => response.resume().on('end', () => tell(response.statusCode)));
    request.on('error', (error) => tell(error.code));
  });
`;

it('a request that came while the process had no processor is answered before its connection is closed', async () => {
  const server = createServer((_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const visitor = new Worker(browser, { eval: true, workerData: (server.address() as AddressInfo).port });
  visitor.postMessage('ask');
  expect(await once(visitor, 'message')).toEqual([200]);
  const closed = closeGently(server, () => {}, { graceMs: 50 });
  visitor.postMessage('ask');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect(await once(visitor, 'message')).toEqual([200]);
  await closed;
  await visitor.terminate();
});
