import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { build } from 'vite';
import { compressAssets } from './scripts/web-build/compress-assets.ts';
import { firstLoads, overBudget, pageFiles } from './scripts/web-build/first-loads.ts';
import { putBuildInPlace, unfinishedBuild } from './scripts/web-build/put-build-in-place.ts';
import { splitManifest } from './scripts/web-build/split-manifest.ts';
import { removeTextFiles } from './scripts/web-build/text-files.ts';

/**
 * How many bytes of script (brotli) the first visit to an address may load; a build over it fails. Lower a budget when
 * a page got lighter. `npm run bundles` prints what is loaded now.
 */
const budgets: Record<string, number> = {
  '/auth': 163_800,
  '/quiz': 181_600,
  '/feed': 188_500,
  '/classes': 195_000,
  '/store': 177_500,
  '/dashboard': 198_000,
  '/ranking': 194_200,
  '/admin': 179_000,
  '*': 316_000,
};

/** A server without a proxy speaks HTTP/1.1, over which a browser loads six files at a time: nine rounds of them. */
const mostFiles = 54;

/**
 * The browser half: an application without a server of its own. The landing page is apart (vite.landing.config.ts), and
 * so are what prerenders pages (vite.prerender.config.ts) and the server (vite.server.config.ts).
 */
export default {
  appDirectory: 'src/web',
  buildDirectory: unfinishedBuild,
  ssr: false,
  async buildEnd({ reactRouterConfig }) {
    const { buildDirectory } = reactRouterConfig;
    const client = path.join(buildDirectory, 'client');
    const others = ['vite.landing.config.ts', 'vite.prerender.config.ts', 'vite.server.config.ts'];
    await Promise.all(others.map((config) => build({ configFile: path.join(import.meta.dirname, config) })));
    cpSync(path.join(buildDirectory, 'landing/assets'), path.join(client, 'assets'), { recursive: true });
    const pages = pageFiles(client);
    splitManifest(client);
    removeTextFiles(client);
    await compressAssets(client);
    writeFileSync(path.join(buildDirectory, 'page-files.json'), JSON.stringify(pages));
    const over = overBudget(firstLoads(client, pages), budgets, mostFiles);
    if (over.length > 0) throw new Error(over.join('\n'));
    putBuildInPlace(buildDirectory, path.join(import.meta.dirname, 'build'));
  },
} satisfies Config;
