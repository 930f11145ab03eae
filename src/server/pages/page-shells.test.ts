import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../http/api.ts';
import { openDocuments } from './documents.ts';
import { type PageShells, readPageShells } from './page-shells.ts';
import { servePages } from './serve-pages.ts';

let build: string;
let shells: PageShells;
beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), 'sumi-build-'));
  mkdirSync(path.join(build, 'client'));
  const head = '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css#"/>';
  writeFileSync(path.join(build, 'client/index.html'), `<html><head>${head}</head><body>$&</body></html>`);
  const page = (address: string, file: string) => ({
    address,
    scripts: ['/a.js', `/${file}.js`],
    styles: ['/a.css', `/${file}.css`],
    texts: { de: [`/de-${file}.js`], fr: [`/fr-${file}.js`] },
  });
  const pages = [page('/*', 'lost'), page('/feed/saved/:id', 'saved'), page('/feed', 'feed')];
  writeFileSync(path.join(build, 'page-files.json'), JSON.stringify(pages));
  mkdirSync(path.join(build, 'prerender'));
  writeFileSync(
    path.join(build, 'prerender/prerender.js'),
    'export const addresses = { visitor: [], member: [] };',
  );
  shells = await readPageShells(build, ['/api/me']);
});
afterAll(() => rmSync(build, { recursive: true }));

const linksOf = (html: string) =>
  [...html.matchAll(/<link rel="(\w+)"[^>]*href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`);
const begin = ['modulepreload /a.js', 'stylesheet /a.css#', 'preload /api/me'];

it('the document of an address names each file of its page once, and what every page asks first', () => {
  expect(linksOf(shells.of('/feed'))).toEqual([...begin, 'preload /feed.css', 'modulepreload /feed.js']);
  expect(linksOf(shells.of('/unknown'))).toEqual(begin);
  expect(shells.of('/feed')).toContain('<body>$&</body>');
});

it('the document of an address names the texts of its reader’s language in front of the scripts, and of no other', async () => {
  const german = ['preload /feed.css', 'modulepreload /de-feed.js', 'modulepreload /feed.js'];
  expect(linksOf(shells.of('/feed', 'de'))).toEqual([...begin, ...german]);
  const api = new OpenAPIHono() as unknown as Api;
  servePages(api, {
    build,
    documents: openDocuments(api, { build, shells, mayBeSignedIn: () => false }),
    media: {},
  });
  const filesFor = async (headers: Record<string, string>) => {
    const answer = await api.request('/feed', { headers });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    return linksOf(await answer.text()).slice(3);
  };
  expect(await filesFor({ 'accept-language': 'de-AT, fr' })).toEqual(german);
  expect(await filesFor({ 'accept-language': 'de', cookie: 'sumi.locale=es' })).toEqual([
    german[0],
    german[2],
  ]);
});

it('each address is answered with its own document, and one of no page with that of a page not found', async () => {
  const api = new OpenAPIHono() as unknown as Api;
  const documents = openDocuments(api, { build, shells, mayBeSignedIn: () => false });
  servePages(api, { build, documents, media: {} });
  const filesAt = async (address: string) => linksOf(await (await api.request(address)).text()).slice(3);
  expect(await filesAt('/feed')).toEqual(['preload /feed.css', 'modulepreload /feed.js']);
  expect(await filesAt('/feed/saved/7')).toEqual(['preload /saved.css', 'modulepreload /saved.js']);
  expect(await filesAt('/nowhere/at/all')).toEqual(['preload /lost.css', 'modulepreload /lost.js']);
  expect((await api.request('/api/nothing')).status).toBe(404);
  expect((await api.request('/nothing.txt')).status).toBe(404);
});
