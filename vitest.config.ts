import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { IS_FULL } from './tests/setup/suite.ts';
import LongFilesFirst from './scripts/testing/long-files-first.mjs';

/** Vitest would leave one core free, which is half of a machine that has two. */
const CORES = Math.max(2, availableParallelism());

// A configuration of its own: the Remix plugin must not be loaded into the tests.
// The needs of the projects grow from line to line; scripts/test.mjs says which ones run side by side.
export default defineConfig({
  test: {
    // A poll waits for something that happens soon; how soon is the machine's affair.
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', ...(IS_FULL ? ['./scripts/testing/table-reporter.mjs'] : [])],
    // `*.full.test.ts` belongs to `npm run test:full` alone.
    exclude: ['**/node_modules/**', ...(IS_FULL ? [] : ['**/*.full.test.{ts,tsx}'])],
    // One run compiles for the next: the projects of `npm test` share most of their modules.
    experimental: { fsModuleCache: true },
    maxWorkers: CORES,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        // Pure code.
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{app,db,worker,tests/architecture,tests/bench,tests/doubles,tests/fuzz,tests/hostile,scripts}/**/*.test.{ts,tsx}',
          ],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts'],
          // Generated samples, and the whole product's syntax, take their time on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        // The output of `npm run build`.
        extends: true,
        test: {
          name: 'built',
          include: ['tests/built/**/*.test.ts'],
          globalSetup: ['tests/setup/build.ts'],
        },
      },
      {
        // Our code in the test's own process, with a real MariaDB and a real Redis.
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/setup/services.ts'],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts', 'tests/setup/integration.ts'],
          // While one file waits for a lease or a retry, another computes.
          maxWorkers: CORES + 1,
          sequence: { groupOrder: 1, setupFiles: 'list' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The API over HTTP in the test's own process: the server of the web process, without pages and without a build.
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/setup/services.ts'],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts', 'tests/setup/integration.ts'],
          maxWorkers: CORES + 1,
          sequence: { groupOrder: 2, setupFiles: 'list' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // A built web process over plain HTTP, with the database and the Redis of each test file behind it.
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/setup/build.ts', 'tests/setup/services.ts'],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts', 'tests/setup/integration.ts'],
          // Each worker starts web processes of its own: two workers more take a fifth longer.
          maxWorkers: CORES + 1,
          sequence: { groupOrder: 3, setupFiles: 'list' },
          // A test may start a web process, and on a busy machine wait for it.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // The built application in processes of its own, seen through browsers and plain HTTP.
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/setup/application.ts'],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts'],
          // More browsers starve each other, and tests that time a page.
          maxWorkers: CORES + 1,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // The built application while its processes are killed; each file starts and ends its own.
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/setup/build.ts'],
          // Mostly they wait for leases, and for processes that start again.
          maxWorkers: CORES,
          sequence: { groupOrder: 5 },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
