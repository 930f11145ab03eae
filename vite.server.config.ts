import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const outDir = 'build/process';

/** Loaded where it is used, if at all, or with files of its own beside it: these stay packages. */
const packages = [
  'sharp',
  'pdfkit',
  'stripe',
  '@aws-sdk/client-s3',
  '@googleapis/calendar',
  '@simplewebauthn/server',
];

/** A module that looks for files beside it finds them from where it is built to. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return null;
    const place = path.relative(path.join(import.meta.dirname, outDir), id).replaceAll('\\', '/');
    return code
      .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${path.posix.dirname(place)}\``)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
  },
};

/** The server in few files: a start that looks for two thousand modules and reads each takes three times as long. */
export default defineConfig({
  publicDir: false,
  logLevel: 'error',
  plugins: [ownPlaces],
  build: {
    ssr: path.join(import.meta.dirname, 'src/main.ts'),
    outDir,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: packages },
});
