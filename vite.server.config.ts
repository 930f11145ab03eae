import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { unfinishedBuild } from './scripts/web-build/put-build-in-place.ts';
import { readMigrations } from './src/server/db/migrations/migrate.ts';

/** Where it runs from once the build is whole. */
const place = 'build/process';

/** Loaded where it is used, if at all, or with files of its own beside it: these stay packages. */
const packages = [
  'sharp',
  'pdfkit',
  'stripe',
  '@aws-sdk/client-s3',
  '@googleapis/calendar',
  '@simplewebauthn/server',
];

/** A server refuses files of `migrations/` that came after its build. */
const ownMigrations: Plugin = {
  name: 'own-migrations',
  async load(id) {
    if (!id.endsWith('src/server/db/migrations/built-migrations.ts')) return null;
    const migrations = (await readMigrations()).map(({ name, hash }) => ({ name, hash }));
    return `export const builtMigrations = ${JSON.stringify(migrations)};`;
  },
};

/** A module that looks for files beside it finds them from where it is built to. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return null;
    const source = path.relative(path.join(import.meta.dirname, place), id).replaceAll('\\', '/');
    return code
      .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${path.posix.dirname(source)}\``)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`);
  },
};

/** The server in few files: a start that looks for two thousand modules and reads each takes three times as long. */
export default defineConfig({
  publicDir: false,
  logLevel: 'error',
  plugins: [ownMigrations, ownPlaces],
  build: {
    ssr: path.join(import.meta.dirname, 'src/main.ts'),
    outDir: `${unfinishedBuild}/process`,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: packages },
});
