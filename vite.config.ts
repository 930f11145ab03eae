import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:3000';

/**
 * Fewer, larger files: over HTTP/1.1 a browser fetches six at a time, and by itself the bundler makes dozens of
 * what pages share. What every page needs is one file, what most of them use another.
 */
const chunks = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|i18next|react-i18next|zod)[\\/]/,
    priority: 2,
  },
  {
    name: 'common',
    test: /(node_modules|src[\\/](web|shared))[\\/].*\.(m?js|tsx?)$/,
    minShareCount: 8,
    priority: 1,
  },
];

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [reactRouter(), compressAssets()],
  build: {
    // No data: addresses; the pages' content security policy has fonts and scripts come from files only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
  // Every page's dependencies are prepared at the start of `npm run dev`, not page by page with a reload each.
  optimizeDeps: { entries: ['src/web/**/*.tsx', 'src/features/*/web/**/*.tsx', '!**/*.test.*'] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/media': server, '/healthz': server },
  },
});

/** Writes a `.br` and a `.gz` beside each asset, so that the server sends them as they are. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir }) {
      if (this.environment.name !== 'client' || !dir) return;
      for (const name of readdirSync(path.join(dir, 'assets'))) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const file = path.join(dir, 'assets', name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
