import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.ts';
import { firstLoads, overBudget, pageFiles } from './first-loads.ts';
import { manifestOf, readManifest, splitManifest } from './split-manifest.ts';
import { textFilesName } from './text-files.ts';

let client: string;
beforeAll(async () => {
  client = mkdtempSync(path.join(tmpdir(), 'sumi-build-'));
  mkdirSync(path.join(client, 'assets'));
  const route = (id: string, module: string, more = {}) => ({ id, module: `/assets/${module}`, ...more });
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/common.js'] },
    routes: {
      root: route('root', 'root.js', { imports: ['/assets/common.js'], css: ['/assets/root.css#'] }),
      feed: route('feed', 'feed.js', { path: 'feed', parentId: 'root' }),
      store: route('store', 'store.js', { path: 'store', parentId: 'root', imports: ['/assets/heavy.js'] }),
    },
  };
  const bytesOf = { entry: 10, common: 200, root: 30, feed: 40, store: 50, heavy: 6_000 };
  for (const [name, bytes] of Object.entries(bytesOf)) write(`${name}.js`, noise(bytes));
  write('root.css', noise(500));
  write('manifest-1.js', `window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  const namespaces = {
    '/assets/common.js': ['profiles', 'shell'],
    '/assets/store.js': ['store'],
    '/assets/heavy.js': ['coins', 'store'],
  };
  const files = Object.fromEntries(
    ['coins', 'profiles', 'shell', 'store'].map((name) => [name, `/assets/de-${name}.js`]),
  );
  writeFileSync(path.join(client, textFilesName), JSON.stringify({ namespaces, files: { de: files } }));
  await compressAssets(client);
});
afterAll(() => rmSync(client, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(client, 'assets', name), text);
/** Text that hardly shrinks, the same at every run. */
const noise = (bytes: number) =>
  Array.from({ length: bytes }, (_, at) => ((at * at * 7919) % 1_000_003).toString(36))
    .join('')
    .slice(0, bytes);
const packed = (...bytes: number[]) =>
  bytes.reduce((sum, each) => sum + brotliCompressSync(noise(each)).length, 0);

describe('firstLoads', () => {
  it('counts each file of a page and of its frames once, compressed, with the manifest', () => {
    const [feed, store] = firstLoads(client, pageFiles(client));
    expect(feed).toEqual({
      address: '/feed',
      script: packed(10, 200, 30, 40) + readFileSync(path.join(client, 'assets/manifest-1.js.br')).length,
      style: packed(500),
      files: 6,
    });
    expect((store?.script ?? 0) - (feed?.script ?? 0)).toBe(packed(50, 6_000) - packed(40));
  });
});

describe('pageFiles', () => {
  it('names the texts of each page in each language but Spanish, those of the frame first', () => {
    const [feed, store] = pageFiles(client);
    const german = (...names: string[]) => ({ de: names.map((name) => `/assets/de-${name}.js`) });
    expect(feed?.texts).toEqual(german('shell', 'profiles'));
    expect(store?.texts).toEqual(german('shell', 'profiles', 'store', 'coins'));
  });
});

describe('splitManifest', () => {
  it('leaves the manifest without the lists of what each page imports, and writes them beside it', async () => {
    const whole = readManifest(client, manifestOf(client));
    splitManifest(client);
    const slim = readManifest(client, manifestOf(client));
    const { default: imports } = await import(path.join(client, 'assets/imports-1.js'));
    write('manifest-1.js', `window.__reactRouterManifest=${JSON.stringify(whole)};`);
    expect(slim.entry).toEqual(whole.entry);
    expect(slim.routes.store).toEqual({
      id: 'store',
      module: '/assets/store.js',
      path: 'store',
      parentId: 'root',
    });
    expect(imports).toEqual({ root: ['/assets/common.js'], store: ['/assets/heavy.js'] });
  });
});

describe('overBudget', () => {
  it('names each address that loads more script than its budget, or than that of all others', () => {
    const loads = firstLoads(client, pageFiles(client));
    expect(overBudget(loads, { '*': 100_000 }, 7)).toEqual([]);
    expect(overBudget(loads, { '*': 100_000, '/feed': 10 }, 7)).toEqual([
      expect.stringMatching(/^\/feed loads/),
    ]);
    expect(overBudget(loads, { '*': 10, '/feed': 100_000 }, 7)).toEqual([
      expect.stringMatching(/^\/store loads/),
    ]);
  });

  it('names each address that loads more files than any page may', () => {
    expect(overBudget(firstLoads(client, pageFiles(client)), { '*': 100_000 }, 5)).toEqual([
      '/feed loads 6 files at first; 5 at most.',
      '/store loads 7 files at first; 5 at most.',
    ]);
  });
});
