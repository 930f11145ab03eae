import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBeSignedIn } from '#features/accounts/resolve-actor.ts';
import type { Api } from '../http/api.ts';
import { openDocuments } from './documents.ts';
import { readPageShells } from './page-shells.ts';
import { servePages } from './serve-pages.ts';

let build: string;
let api: Api;
let hasTime = true;
beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), 'sumi-build-'));
  for (const folder of ['client', 'prerender']) mkdirSync(path.join(build, folder));
  const head = '<title>Sumi</title><link rel="modulepreload" href="/a.js"/>';
  const body = '<div id="prerendered"></div><p>Cargando...</p>';
  writeFileSync(
    path.join(build, 'client/index.html'),
    `<html dir="ltr"><head>${head}</head><body>${body}</body></html>`,
  );
  const page = (address: string) => ({ address, scripts: ['/a.js', '/b.js'], styles: ['/b.css'], texts: {} });
  writeFileSync(
    path.join(build, 'page-files.json'),
    JSON.stringify([page('/enter'), page('/feed'), page('/other')]),
  );
  // Writes down what it is given: the page, and what a question of it is answered.
  writeFileSync(
    path.join(build, 'prerender/prerender.js'),
    `const written = new Map();
     export const addresses = { visitor: ['/enter'], member: ['/feed'] };
     export async function prerender(page, ask) {
       if (page.search === '?breaks') throw new Error('broken');
       if (page.search) return null;
       const told = await (await ask('/api/who', { headers: { accept: 'text/plain' } })).text();
       const { locale } = page;
       const made = { locale, title: 'A < B', description: 'C "&" D', body: '<h1>' + locale + told + '</h1>' };
       if (page.reader === 'member') return { ...made, locale: 'pt' };
       const key = locale + told;
       if (!written.has(key)) written.set(key, made);
       return written.get(key);
     }`,
  );
  api = new OpenAPIHono() as unknown as Api;
  api.get('/api/who', (c) => {
    c.header('Set-Cookie', 'sumi.session_token=prolonged');
    return c.text(c.req.header('cookie') ?? 'nobody');
  });
  const shells = await readPageShells(build, ['/api/me']);
  const documents = openDocuments(api, { build, shells, mayBeSignedIn, hasTime: () => hasTime });
  servePages(api, { build, documents, media: {} });
});
afterAll(() => rmSync(build, { recursive: true }));

const get = (address: string, headers: Record<string, string> = {}) => api.request(address, { headers });
const headingOf = async (headers: Record<string, string>) =>
  /<h1>(.*)<\/h1>/.exec(await (await get('/enter', headers)).text())?.[1] ?? null;

it.each([
  [{}, 'es'],
  [{ 'accept-language': 'ja, ko-KR;q=0.9, en;q=0.8' }, 'ko'],
  [{ 'accept-language': 'en', cookie: 'other=1; sumi.locale=de' }, 'de'],
  [{ 'accept-language': 'en', cookie: '__Secure-sumi.locale=zh' }, 'zh'],
  [{ 'accept-language': 'en', cookie: 'sumi.locale=xx' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'not-sumi.locale=de' }, 'en'],
])('a reader who sends %j gets the page written in %s', async (headers, locale) => {
  expect(await headingOf(headers)).toBe(`${locale}nobody`);
  expect(await (await get('/enter', headers)).text()).toContain(`<html lang="${locale}" dir="ltr"`);
});

it('what is asked for a page is asked without the cookies of its reader', async () => {
  expect(await headingOf({ cookie: 'sumi.locale=fr; secret=1' })).toBe('frnobody');
});

describe.each(['sumi.session_token', '__Secure-sumi.session_token'])(
  'a reader with the cookie %s',
  (name) => {
    it('gets no page that is written for visitors, whatever stands before it', async () => {
      for (const cookie of [`${name}=abc.def`, `sumi.locale=de; ${name}=abc`]) {
        const answer = await get('/enter', { cookie });
        expect(answer.headers.has('sumi-written-for')).toBe(false);
        expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
        const html = await answer.text();
        expect(html).not.toContain('<h1>');
        expect(html).toContain('<title>Sumi</title>');
      }
    });
  },
);

it('a member gets the page that was asked for with their own cookies and is kept by no browser', async () => {
  const cookie = 'sumi.locale=de; sumi.session_token=abc';
  const answer = await get('/feed', { cookie, 'accept-language': 'ko' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
  expect(answer.headers.get('sumi-written-for')).toBe('/feed');
  const html = await answer.text();
  expect(html).toContain(`<h1>de${cookie}</h1>`);
  expect(html).toContain('<html lang="pt" dir="ltr"');
});

it('a session that a question of the page prolongs keeps its new cookie, and a visitor gets none', async () => {
  const mine = await get('/feed', { cookie: 'sumi.session_token=abc' });
  expect(mine.headers.getSetCookie()).toEqual(['sumi.session_token=prolonged']);
  expect((await get('/enter')).headers.getSetCookie()).toEqual([]);
});

it('the worker gets the shell at an address of its own, also with the cookies of a member', async () => {
  const answer = await get('/shell', { cookie: 'sumi.session_token=abc' });
  expect(answer.status).toBe(200);
  expect(answer.headers.has('sumi-written-for')).toBe(false);
  expect(await answer.text()).toContain('<div id="prerendered"></div><p>Cargando...</p>');
});

it.each([
  ['gzip, br', 'br'],
  ['BR;q=0.5', 'br'],
  ['identity, br;q=0', null],
  ['abracadabra', null],
  ['', null],
])('a reader who takes %j gets a page in the encoding %s', async (accepted, encoding) => {
  const answer = await get('/shell', { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
});

it('a member gets the shell where the process has no time, and where the page cannot be written', async () => {
  const cookie = 'sumi.session_token=abc';
  hasTime = false;
  const pressed = await get('/feed', { cookie });
  hasTime = true;
  for (const answer of [
    pressed,
    await get('/feed?breaks', { cookie }),
    await get('/feed?other', { cookie }),
  ]) {
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(await answer.text()).toContain('<div id="prerendered"></div><p>Cargando...</p>');
  }
});

it('a page that begins in another way, cannot be written or is not prerendered is drawn by the application', async () => {
  for (const address of ['/enter?step=2', '/enter?breaks', '/feed', '/other']) {
    const answer = await get(address);
    expect(answer.status, address).toBe(200);
    expect(await answer.text(), address).toContain('<div id="prerendered"></div><p>Cargando...</p>');
  }
  expect((await get('/other')).headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
});

it('a written page says which address it is for, shows with its styles, and its scripts come after them', async () => {
  const answer = await get('/enter');
  expect(answer.headers.get('sumi-written-for')).toBe('/enter');
  const html = await answer.text();
  expect(html).toContain(
    '<title>A &lt; B</title><meta name="description" content="C &quot;&amp;&quot; D" data-prerendered/>',
  );
  expect(html).toContain('<div id="prerendered"><h1>esnobody</h1></div>');
  const links = [...html.matchAll(/<link ([^>]*)\/>/g)].map(([, link]) => link);
  expect(links).toEqual([
    'rel="stylesheet" href="/b.css"',
    'fetchpriority="low" rel="modulepreload" href="/a.js"',
    'fetchpriority="low" rel="modulepreload" href="/b.js"',
  ]);
});
