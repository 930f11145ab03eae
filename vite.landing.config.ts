import path from 'node:path';
import { defineConfig } from 'vite';
import { unfinishedBuild } from './scripts/web-build/put-build-in-place.ts';
import { textsByPage } from './scripts/web-build/texts-by-page.ts';

/**
 * What the server runs to write the landing page, with its stylesheet and its font; no script of it is for a browser.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'error',
  plugins: [textsByPage()],
  build: {
    ssr: path.join(import.meta.dirname, 'src/features/landing/web/still/write-landing.tsx'),
    ssrEmitAssets: true,
    cssCodeSplit: false,
    outDir: `${unfinishedBuild}/landing`,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  ssr: { noExternal: true },
});
