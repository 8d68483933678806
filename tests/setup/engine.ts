import { afterAll, beforeAll, beforeEach } from 'vitest';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { startWorker, type RunningWorker } from '#worker/start-worker.ts';
import { closeConnections, openConnections } from './connections.ts';
import { emptyTables } from './database.ts';

interface Engine {
  sandbox(): Sandbox;
}

/**
 * The whole path of a generation in this process: sandbox, queue, reader and one worker, over a real database
 * and Redis. Empty before every test, with one model in the catalogue.
 * @param environment further settings of the application, if the sandbox alone is not enough
 */
export function useEngine(environment: () => Record<string, string> = () => ({})): Engine {
  let sandbox: Sandbox;
  let worker: RunningWorker;
  beforeAll(async () => {
    sandbox = await startSandbox({ pace: 2, record: true });
    Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
    Object.assign(process.env, environment());
    openConnections();
    worker = startWorker(config());
  });
  beforeEach(async () => {
    await emptyTables();
    await createModel();
    sandbox.forget();
  });
  afterAll(async () => {
    await worker.stop();
    await closeConnections();
    await sandbox.close();
    await redis().flushDb();
  });
  return { sandbox: () => sandbox };
}
