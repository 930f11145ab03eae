import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { visitor } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import { createLog } from '../log.ts';
import { answerError } from './answer-errors.ts';
import { type Api, newApi } from './api.ts';
import { requireJson } from './limit-body.ts';
import { readFileBody } from './read-file-body.ts';
import { serve } from './serve.ts';
import { serveDownload } from './serve-download.ts';
import { serveStream } from './serve-stream.ts';

const changeThing = operation({
  id: 'changeThing',
  method: 'put',
  path: '/api/things/{id}',
  summary: 'Changes a thing.',
  idempotent: true,
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ loud: z.enum(['yes', 'no']).default('no') }),
  body: z.object({ name: z.string().min(1) }),
  answer: z.unknown(),
  refusals: [commonRefusals.notFound],
});
const sendThing = operation({
  id: 'sendThing',
  method: 'post',
  path: '/api/things',
  summary: 'Sends a thing as bytes.',
  file: { types: ['image/png'], maxBytes: 4 },
  answer: z.unknown(),
});
const listThings = operation({
  id: 'listThings',
  method: 'get',
  path: '/api/things.csv',
  summary: 'All things, piece by piece.',
  query: z.object({ most: z.coerce.number().int().max(5) }),
  answer: z.string(),
});
const readThing = operation({
  id: 'readThing',
  method: 'get',
  path: '/api/things/{id}/file',
  summary: 'One thing as a file.',
  params: z.object({ id: z.string() }),
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});

let api: Api;
beforeEach(() => {
  api = newApi();
  api.onError(answerError);
  api.use(async (c, next) => {
    c.set('ctx', { actor: visitor, now: new Date(0), log: createLog('silent') } as unknown as Ctx);
    c.set('resolveAgain', async () => {});
    await next();
  });
});

const json = { 'content-type': 'application/json' };

describe('serve', () => {
  const put = (path: string, body: string, headers: Record<string, string> = json) =>
    api.request(path, { method: 'PUT', body, headers });
  beforeEach(() => {
    serve(api, changeThing, async (_ctx, { params, query, body, idempotencyKey }) => ({
      params,
      query,
      body,
      idempotencyKey,
    }));
  });

  it('gives the use case validated input, with defaults and without unknown fields', async () => {
    const headers = { ...json, 'idempotency-key': 'one-and-the-same' };
    const answer = await put('/api/things/7', '{"name":"Ana","role":"admin"}', headers);
    expect(await answer.json()).toEqual({
      params: { id: 7 },
      query: { loud: 'no' },
      body: { name: 'Ana' },
      idempotencyKey: 'one-and-the-same',
    });
  });

  it.each([
    ['a parameter', '/api/things/x', '{"name":"Ana"}', 'id'],
    ['a query', '/api/things/7?loud=perhaps', '{"name":"Ana"}', 'loud'],
    ['a body', '/api/things/7', '{"name":""}', 'name'],
  ])('refuses %s that does not fit, and names the field', async (_what, path, body, field) => {
    const answer = await put(path, body);
    await expect(answer).toBeRefused(commonRefusals.badInput);
    expect((await answer.json()).detail).toMatchObject({ field });
  });

  it('refuses an idempotency key that is too short, and a body that is no JSON', async () => {
    const short = put('/api/things/7', '{"name":"Ana"}', { ...json, 'idempotency-key': 'short' });
    await expect(short).toBeRefused(commonRefusals.badInput);
    const form = put('/api/things/7', 'name=Ana', { 'content-type': 'application/x-www-form-urlencoded' });
    await expect(form).toBeRefused(commonRefusals.badInput);
  });

  it('refuses a body that is too large before it is read', async () => {
    const large = put('/api/things/7', JSON.stringify({ name: 'x'.repeat(300_000) }));
    await expect(large).toBeRefused(commonRefusals.tooLarge);
  });

  it('counts the bytes of a body that declares no length, and stops at the limit', async () => {
    const chunked = new Request('http://localhost/api/things/7', {
      method: 'PUT',
      body: new Blob([' '.repeat(300_000)]).stream(),
      headers: { ...json, 'transfer-encoding': 'chunked' },
      duplex: 'half',
    } as RequestInit);
    await expect(api.request(chunked)).toBeRefused(commonRefusals.tooLarge);
  });

  it('builds no stream for a request without a body, nor for a body that declares its length', async () => {
    serve(api, readThing, async () => 'read');
    const streams: string[] = [];
    const watched = (path: string, init: RequestInit) => {
      const request = new Request(`http://localhost${path}`, init);
      const stream = () => {
        streams.push(request.method);
        return null;
      };
      return Object.defineProperty(request, 'body', { get: stream });
    };
    const body = '{"name":"Ana"}';
    const headers = { ...json, 'content-length': String(body.length) };
    expect((await api.request(watched('/api/things/7/file', {}))).status).toBe(200);
    expect((await api.request(watched('/api/things/7', { method: 'PUT', body, headers }))).status).toBe(200);
    expect(streams).toEqual([]);
  });

  it('reads a file up to its limit, of the types it takes', async () => {
    serve(api, sendThing, async (_ctx, { readFile }) => ({ size: (await readFile()).length }));
    const send = (body: string, type: string) =>
      api.request('/api/things', { method: 'POST', body, headers: { 'content-type': type } });
    expect(await (await send('1234', 'image/png')).json()).toEqual({ size: 4 });
    await expect(send('12345', 'image/png')).toBeRefused(commonRefusals.tooLarge);
    await expect(send('1234', 'text/html')).toBeRefused(commonRefusals.badInput);
  });
});

describe('serveStream', () => {
  const sheet = { type: 'text/csv; charset=utf-8', fileName: 'things.csv' };

  it('sends the pieces in order, under the name of the file', async () => {
    serveStream(api, listThings, sheet, async function* (_ctx, { query }) {
      for (let n = 1; n <= query.most; n++) yield `${n}\n`;
    });
    const answer = await api.request('/api/things.csv?most=3');
    expect(await answer.text()).toBe('1\n2\n3\n');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="things.csv"');
    await expect(api.request('/api/things.csv?most=6')).toBeRefused(commonRefusals.badInput);
  });

  it('answers a refusal that is thrown before the first piece', async () => {
    serveStream(api, listThings, sheet, () => {
      throw new Refusal(commonRefusals.notAllowed);
    });
    await expect(api.request('/api/things.csv?most=3')).toBeRefused(commonRefusals.notAllowed);
  });

  it('answers that the database is away when it goes away while the first pieces are made', async () => {
    serveStream(api, listThings, sheet, async function* () {
      yield '1\n';
      throw new Error('Connection terminated unexpectedly');
    });
    const answer = await api.request('/api/things.csv?most=3');
    await expect(answer).toBeRefused(commonRefusals.busy);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  it('cuts the answer off when a later piece fails, so that the reader does not take a part for the whole', async () => {
    serveStream(api, listThings, sheet, async function* () {
      yield '1\n'.repeat(50_000);
      throw new Error('the database is gone');
    });
    const answer = await api.request('/api/things.csv?most=3');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('the database is gone');
  });

  it('stops making pieces once the reader is gone', async () => {
    let isOver = false;
    serveStream(api, listThings, sheet, async function* () {
      try {
        for (;;) yield 'x';
      } finally {
        isOver = true;
      }
    });
    const reader = (await api.request('/api/things.csv?most=3')).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(isOver).toBe(true);
  });
});

describe('serveDownload', () => {
  it('sends one file with its type and name, bytes and text alike', async () => {
    serveDownload(api, readThing, 'application/pdf', async (_ctx, { params: { id } }) => {
      if (id === 'none') throw new Refusal(commonRefusals.notFound);
      return { content: id === 'text' ? 'PDF' : new Uint8Array([80, 68, 70]), fileName: `${id}.pdf` };
    });
    for (const id of ['text', 'bytes']) {
      const answer = await api.request(`/api/things/${id}/file`);
      expect(await answer.text()).toBe('PDF');
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}.pdf"`);
    }
    await expect(api.request('/api/things/none/file')).toBeRefused(commonRefusals.notFound);
  });
});

it('the OpenAPI document describes what an operation takes, sends and refuses, with the refusals’ Spanish texts', () => {
  serve(api, changeThing, async () => null);
  serveDownload(api, readThing, 'application/pdf', async () => ({ content: '', fileName: 'a' }));
  const { paths } = api.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Things', version: '1' } });
  const change = paths?.['/api/things/{id}']?.put;
  expect(change).toMatchObject({ operationId: 'changeThing', summary: 'Changes a thing.', tags: ['things'] });
  expect(change?.responses?.['404']).toMatchObject({
    description: '`http/not-found` No encontramos lo que buscas.',
  });
  expect(Object.keys(change?.responses ?? {}).sort()).toEqual(['200', '400', '401', '403', '404', '422']);
  const read = paths?.['/api/things/{id}/file']?.get;
  expect(read?.responses?.['200']).toMatchObject({
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  });
});

it.each([
  ['a form, which a page elsewhere could send', 'application/x-www-form-urlencoded'],
  ['a text', 'text/plain'],
  ['nothing', undefined],
])('a write that says it sends %s is refused unread', async (_what, type) => {
  const api = newApi();
  api.onError(answerError);
  api.post('/api/things', requireJson, async (c) => c.json(await c.req.json()));
  const send = (headers: Record<string, string>) =>
    api.request('/api/things', { method: 'POST', body: new TextEncoder().encode('{}'), headers });
  await expect(await send(type ? { 'content-type': type } : {})).toBeRefused(commonRefusals.badInput);
  expect((await send({ 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
});

it('a file that is declared larger than the operation takes is refused before its first byte is read', async () => {
  let read = 0;
  const pull = (bytes: ReadableStreamDefaultController) => {
    read++;
    bytes.enqueue(new Uint8Array(11));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { 'content-type': 'image/png', 'content-length': '11' };
  const request = new Request('http://sumi.example', {
    method: 'PUT',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
  const reading = readFileBody(request, { types: ['image/png'], maxBytes: 10 });
  await expect(reading).toBeRefused(commonRefusals.tooLarge);
  expect(read).toBe(0);
});
