import { rmSync } from 'node:fs';
import { appProcesses, localAddress } from '#scripts/launch/app-processes.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { BUILD_FOLDER } from './build.ts';

export type WebAndWorker = Awaited<ReturnType<typeof startWebAndWorker>>;

/**
 * Starts web and worker as processes of their own, on the test file's database and Redis.
 * @param env differences from the environment of the tests
 * @param supervise true restarts a process that ends by itself
 */
export async function startWebAndWorker(env: Record<string, string>, { supervise = false } = {}) {
  const base = await newTestRun();
  const environment = {
    ...process.env,
    NODE_ENV: 'production' as const,
    PORT: String(await findFreePort()),
    DATA_DIR: base,
    ...env,
  };
  const create = appProcesses({ base, build: BUILD_FOLDER, env: environment, supervise });
  const [web, worker] = [create.web(), create.worker()];
  const stop = async () => {
    await worker.stop();
    await web.stop();
  };
  try {
    await web.start();
    await worker.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    /** Data folder: `logs/<process>.log`. */
    base,
    origin: localAddress(environment),
    web,
    worker,
    /** Ends both, so that their logs are complete. */
    stop,
    /** Ends both and deletes their files. */
    close: async () => {
      await stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
