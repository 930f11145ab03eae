import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunksByPage, ofFramework } from './scripts/web-build/chunks-by-page.ts';
import { contractsInBrowser } from './scripts/web-build/contracts-in-browser.ts';
import { routerWithoutServer } from './scripts/web-build/router-without-server.ts';
import { textsByPage } from './scripts/web-build/texts-by-page.ts';
import routes from './src/web/routes.ts';

const inWeb = (file: string) => path.join(import.meta.dirname, 'src/web', file);

const server = 'http://127.0.0.1:3000';

/**
 * Fewer, larger files: over HTTP/1.1 a browser fetches six at a time, and by itself the bundler makes a hundred of what
 * pages share. What pages share, ours or a package's, is put together by page (scripts/web-build/chunks-by-page.ts).
 * Zod is apart: only pages that validate load it (scripts/web-build/contracts-in-browser.ts).
 *
 * `alone`: by itself a group takes in what its modules import, and the first pages would load it for the sake of a
 * group they share one small module with.
 */
const alone = { includeDependenciesRecursively: false };

const byPage = chunksByPage(routes);

const chunks = [
  {
    // A schema that a page validates with comes with Zod, and with no page beside those.
    name: 'schemas',
    test: /node_modules[\\/]zod[\\/]|\?schemas$/,
    priority: 4,
    ...alone,
  },
  {
    name: 'framework',
    test: ofFramework,
    priority: 3,
  },
  { name: byPage.chunkOf, debugName: 'by page', priority: 0, ...alone },
];

/** Lets pages be in chunks that export more than they do, which `alone` asks for and React Router's plugin forbids. */
const sharedEntries: Plugin = {
  name: 'shared-entries',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
};

/** Parts of Mantine in whose place a browser gets ours: a text written by the build, and a hook that draws once. */
const inPlaceOfMantine: Record<string, string> = {
  'MantineCssVariables.mjs': inWeb('ui/written-css-variables.tsx'),
  'use-id.mjs': inWeb('ui/use-id.ts'),
};

const partsToReplace = new Set(Object.keys(inPlaceOfMantine));

const ownParts: Plugin = {
  name: 'own-parts',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer) {
    const name = path.basename(source);
    if (!inPlaceOfMantine[name] || !importer?.includes('@mantine')) return;
    partsToReplace.delete(name);
    return inPlaceOfMantine[name];
  },
  // An update may name a part otherwise, and each page would be drawn twice again without a word.
  buildEnd(error) {
    if (!error && partsToReplace.size > 0)
      this.error(`Mantine has no ${[...partsToReplace].join(', ')} any more.`);
  },
};

export default defineConfig({
  publicDir: 'src/web/public',
  // A browser gets only what pages use of i18next (decisions/0045).
  resolve: {
    alias: [
      {
        find: /^(react-)?i18next$/,
        replacement: inWeb('i18n/texts-in-browser.ts'),
      },
    ],
  },
  plugins: [
    contractsInBrowser(),
    textsByPage(),
    reactRouter(),
    routerWithoutServer(),
    sharedEntries,
    ownParts,
    byPage.plugin,
  ],
  build: {
    // No data: addresses; the pages' content security policy has fonts and scripts come from files only.
    assetsInlineLimit: 0,
    // One stylesheet of all pages, 41 kB: a page had twenty of half a kB each, for which its first paint waited.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // The build reads only the icons that are used, and not all 6,000 that their package names.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    // What is made for the server alone to write the shell has styles of its own, which nothing would ask for.
    ssr: { build: { cssCodeSplit: true } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
  // Every page's dependencies are prepared at the start of `npm run dev`, not page by page with a reload each.
  optimizeDeps: { entries: ['src/web/**/*.tsx', 'src/features/*/web/**/*.tsx', '!**/*.test.*'] },
  // The shell is written out by a preview of the build, which asks no server.
  preview: { proxy: {} },
  server: {
    host: '127.0.0.1',
    // The server writes the landing page, from the build.
    proxy: {
      '^/(..)?$': server,
      '/assets': server,
      '/api': server,
      '/media': server,
      '/previews': server,
      '/healthz': server,
    },
  },
});
