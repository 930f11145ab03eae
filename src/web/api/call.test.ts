import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { call } from './call.ts';

let server: Server | undefined;
afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))));

/** A server that answers everything by `answer`, and an operation on it. */
async function renameAt(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    answer(request, body, response);
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return operation({
    id: 'renameThing',
    method: 'put',
    path: `http://127.0.0.1:${port}/things/{id}`,
    summary: 'Renames a thing.',
    params: z.object({ id: z.string() }),
    query: z.object({ loud: z.boolean() }),
    body: z.object({ name: z.string() }),
    answer: z.object({ name: z.string() }),
    idempotent: true,
  });
}

const input = { params: { id: '7' }, query: { loud: true }, body: { name: 'Ana' } };

test('a call sends what the operation declares and answers what the server says', async () => {
  const seen: unknown[] = [];
  const rename = await renameAt((request, body, response) => {
    seen.push(
      request.method,
      request.url,
      request.headers['content-type'],
      request.headers['idempotency-key'],
      body,
    );
    response.end('{"name":"Ana"}');
  });
  expect(await call(rename, input, { idempotencyKey: 'k1' })).toEqual({ name: 'Ana' });
  expect(seen).toEqual(['PUT', '/things/7?loud=true', 'application/json', 'k1', '{"name":"Ana"}']);
});

test('call reads in a browser that has no AbortSignal.any, and throws the reason of a caller who aborted', async () => {
  const { any } = AbortSignal;
  onTestFinished(() => void Object.assign(AbortSignal, { any }));
  Object.assign(AbortSignal, { any: undefined });
  const rename = await renameAt((_, __, response) => response.end('{"name":"Ana"}'));
  const { signal } = new AbortController();
  expect(await call(rename, input, { signal })).toEqual({ name: 'Ana' });
  const aborted = AbortSignal.abort(new Error('left'));
  await expect(call(rename, input, { signal: aborted })).rejects.toThrow('left');
  const silent = await renameAt(() => {});
  const later = new AbortController();
  const asked = call(silent, input, { signal: later.signal });
  later.abort(new Error('left later'));
  await expect(asked).rejects.toThrow('left later');
});

test('call throws a refusal with its code, its detail and the id of the request', async () => {
  const rename = await renameAt((_, __, response) => {
    response.statusCode = 409;
    response.end(
      JSON.stringify({
        code: 'coins/too-few',
        message: 'Te faltan.',
        requestId: 'r1',
        detail: { missing: 20 },
      }),
    );
  });
  await expect(call(rename, input)).rejects.toMatchObject({
    status: 409,
    code: 'coins/too-few',
    message: 'Te faltan.',
    requestId: 'r1',
    detail: { missing: 20 },
  });
});

test('call throws our own refusal when a proxy answers with a page', async () => {
  const rename = await renameAt((_, __, response) => {
    response.statusCode = 503;
    response.end('<html>upstream</html>');
  });
  await expect(call(rename, input)).rejects.toMatchObject({ status: 503, code: 'http/busy' });
});

test('call throws offline when the server cannot be reached', async () => {
  const rename = await renameAt((request) => request.socket.destroy());
  await expect(call(rename, input)).rejects.toMatchObject({ status: 0, code: 'offline' });
});

test('call throws the reason of a caller that aborts', async () => {
  const rename = await renameAt(() => {});
  const giveUp = new AbortController();
  const asked = call(rename, input, { signal: giveUp.signal });
  giveUp.abort(new Error('went elsewhere'));
  await expect(asked).rejects.toThrow('went elsewhere');
});
