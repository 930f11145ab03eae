import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.ts';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{src,seed,scripts,clip-studio}/**/*.test.ts'],
          globalSetup: 'src/testing/postgres/postgres-for-tests.ts',
          setupFiles: 'src/testing/answers/to-be-refused.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'src/testing/postgres/postgres-for-tests.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
    // The files of a worker share its modules, whose import takes longer than most tests, and its browser.
    isolate: false,
    // Node imports the sources as it does in production: they are not transformed, and calls between them cost less.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    // What takes longer than this hangs, on a busy machine too; how fast things have to be is for single tests to say.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
  },
});
