import path from 'node:path';
import { defineConfig } from 'vite';
import { unfinishedBuild } from './scripts/web-build/put-build-in-place.ts';
import { textsByPage } from './scripts/web-build/texts-by-page.ts';

/** What the server runs to prerender pages. Their stylesheets and pictures are those of the application. */
export default defineConfig({
  publicDir: false,
  logLevel: 'error',
  plugins: [textsByPage()],
  build: {
    ssr: path.join(import.meta.dirname, 'src/web/frames/prerender.tsx'),
    outDir: `${unfinishedBuild}/prerender`,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  ssr: { noExternal: true },
});
