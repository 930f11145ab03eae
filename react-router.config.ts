import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './scripts/web-build/compress-assets.ts';
import { firstLoads, overBudget } from './scripts/web-build/first-loads.ts';

/**
 * How many bytes of script (brotli) the first visit to an address may load; a build over it fails. Lower a budget when
 * a page got lighter. `npm run bundles` prints what is loaded now.
 */
const budgets: Record<string, number> = {
  '/': 245_000,
  '/auth': 245_000,
  '/quiz': 245_000,
  '/feed': 330_000,
  '/classes': 345_000,
  '*': 350_000,
};

/** The browser half: an application without a server of its own, except that `/` is written out ahead as a page. */
export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/'],
  buildEnd({ reactRouterConfig }) {
    const client = path.join(reactRouterConfig.buildDirectory, 'client');
    compressAssets(client);
    const over = overBudget(firstLoads(client), budgets);
    if (over.length > 0) throw new Error(over.join('\n'));
  },
} satisfies Config;
