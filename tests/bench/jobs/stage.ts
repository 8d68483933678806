import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { closeRedis, connectRedis } from '#app/core/platform/redis.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { migrator } from '#db/schema.ts';
import { awaitAnswer } from '#scripts/launch/await-answer.mjs';
import { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import { dataFolders, ROOT } from '#scripts/launch/paths.mjs';
import { startServices } from '#scripts/services.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { MEDIA_KEY, startMedia } from '#app/sandbox/media/start-media.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';

export const MODEL = 'acme/painter';
export const PROVIDER = 'fal';
/** Micro-dollars per image. */
const COST = 1_000n;

/** Services, the double of a provider's queue, and one worker. */
export async function openStage() {
  const base = await newTestRun();
  const services = await startServices({ base, bufferPool: '512M' });
  const media = await startMedia();
  Object.assign(process.env, TEST_ENVIRONMENT, {
    DATABASE_URL: services.mariadb.url(),
    REDIS_URL: services.redis.url(),
    DATA_DIR: base,
    FAL_API_KEY: MEDIA_KEY,
    FAL_BASE_URL: media.url('fal'),
    LIMIT_CHAT_CONCURRENT: '0',
    RUN_LEASE_MS: '15000',
  });
  connectDatabase(services.mariadb.url());
  await migrator().up();
  await connectRedis(services.redis.url());
  openQueue(services.redis.url());
  await createModel({
    id: MODEL,
    supports: ['text-to-image'],
    capabilities: [],
    contextTokens: 0,
    offers: [
      {
        provider: PROVIDER,
        upstreamModel: 'fal-ai/flux/dev',
        price: { rules: [{ rates: { image: COST * 1_000_000n } }] },
      },
    ],
  });
  const worker = workerProcess(base);
  await worker.start();
  return {
    media,
    worker,
    async stop() {
      await worker.stop();
      await Promise.all([closeQueue(), closeDatabase(), closeRedis(), media.close()]);
      await services.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function workerProcess(base: string): ManagedProcess {
  const { run, logs } = dataFolders(base);
  const logFile = path.join(logs, 'worker.log');
  return new ManagedProcess({
    name: 'worker',
    command: process.execPath,
    args: ['--import', 'tsx', 'worker/index.ts'],
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info' },
    runFolder: run,
    logFile,
    ready: (signal) =>
      awaitAnswer(async () => readFileSync(logFile, 'utf8').includes('"worker is ready"'), signal),
  });
}
