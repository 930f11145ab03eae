import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerType } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { listen } from './listen.ts';

let community: Community;
let server: ServerType;
let port: number;
beforeAll(async () => {
  community = await newCommunity();
  const answering = { answerKept: community.answerKept, fetch: community.api.fetch };
  server = await listen(answering, { port: 0, hostname: '127.0.0.1' });
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await community.close();
});

it('a health check by HTTP/1.0 that names no host is answered, as HAProxy sends it', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"ok":true/);
});

it('a client that sends an address which is too long is told so, and finds no connection that was reset', async () => {
  const asked = request({ port, agent: false, path: `/?${'a'.repeat(400_000)}` }).end();
  const errors: unknown[] = [];
  asked.on('error', (error) => errors.push(error));
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(asked, 'close');
  expect([answer.statusCode, errors]).toEqual([431, []]);
});

it('what is no request of HTTP is refused', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('hola\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});
