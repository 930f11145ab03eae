import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { newCommunity } from '../../testing/community.ts';
import { listen } from './listen.ts';

it('a health check by HTTP/1.0 that names no host is answered, as HAProxy sends it', async () => {
  const community = await newCommunity();
  onTestFinished(() => community.close());
  const answering = { answerKept: community.answerKept, fetch: community.api.fetch };
  const server = await listen(answering, { port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"ok":true/);
});
