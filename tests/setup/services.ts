import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServices } from '#scripts/services.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The private MariaDB of this run; each test file chooses the database name. */
    mariadbUrl: string;
    /** The private Redis of this run, without a database number. */
    redisUrl: string;
    /** For files that the product stores; deleted at the end of the run. */
    dataFolder: string;
  }
}

/**
 * Before all test files of a run: starts one private MariaDB and one private Redis. After them: removes
 * everything.
 */
export default async function startTestServices(project: TestProject): Promise<() => Promise<void>> {
  const base = await newTestRun();
  const services = await startServices({ base, bufferPool: '96M' });
  for (const { process: server } of [services.mariadb, services.redis]) {
    server.on('ended', ({ code, signal }) => {
      const said = readFileSync(path.join(base, 'logs', `${server.name}.log`), 'utf8')
        .split('\n')
        .slice(-40);
      console.error(
        [`${server.name} ended in the middle of the tests (${signal ?? `code ${code}`}):`, ...said].join(
          '\n',
        ),
      );
    });
  }
  project.provide('mariadbUrl', services.mariadb.url(''));
  project.provide('redisUrl', services.redis.url().replace(/\/0$/, ''));
  project.provide('dataFolder', path.join(base, 'data'));
  return async () => {
    await services.stop();
    rmSync(base, { recursive: true, force: true });
  };
}
