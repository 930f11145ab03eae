import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{src,seed,scripts,clip-studio}/**/*.test.ts'],
          globalSetup: 'src/testing/postgres-for-tests.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'src/testing/postgres-for-tests.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser takes its time on a busy machine, and is too late there now and then: twice is a fault.
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
