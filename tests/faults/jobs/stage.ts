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
import { startJobs } from '#tests/doubles/jobs/start-jobs.ts';
import { startS3 } from '#tests/doubles/s3/start-s3.ts';
import { startSandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel } from '#tests/factories/create-image-model.ts';
import { createVideoModel } from '#tests/factories/video-call.ts';
import { addTrial } from '#tests/fixtures/trial/add-trial.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';

/**
 * Services, the doubles, worker processes with the trial's tasks, and a test process that admits generations
 * of them.
 */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** @param workers their names */
export async function openStage(workers: readonly string[] = ['worker-a', 'worker-b']) {
  const base = await newTestRun();
  const services = await startServices({ base, bufferPool: '96M' });
  const jobs = await startJobs();
  const sandbox = await startSandbox({ pace: 0 });
  const s3 = await startS3('worker-key');
  const databaseUrl = services.mariadb.url();
  const redisUrl = services.redis.url();
  Object.assign(process.env, TEST_ENVIRONMENT, UNSERVED, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: base,
    TRIAL_PROVIDER_URL: jobs.url,
    OPENAI_BASE_URL: sandbox.url,
    S3_BUCKET: 'results',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'worker-key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  connectDatabase(databaseUrl);
  await migrator().up();
  await connectRedis(redisUrl);
  openQueue(redisUrl);
  addTrial();
  await createModel();
  await createImageModel();
  await createVideoModel();
  const started = workers.map((name) => workerProcess(base, name));
  for (const { process } of started) await process.start();
  return {
    databaseUrl,
    redisUrl,
    jobs,
    sandbox,
    s3,
    mariadb: services.mariadb.process,
    redis: services.redis.process,
    workers: started,
    async stop() {
      await Promise.all(started.map(({ process }) => process.stop()));
      await Promise.all([
        closeQueue(),
        closeDatabase(),
        closeRedis(),
        jobs.close(),
        sandbox.close(),
        s3.close(),
      ]);
      await services.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

const READY = /"workerId":"([^"]+)"[^\n]*"worker is ready"/g;

function workerProcess(base: string, name: string) {
  const { run, logs } = dataFolders(base);
  const logFile = path.join(logs, `${name}.log`);
  const ids = () => [...readFileSync(logFile, 'utf8').matchAll(READY)].map(([, id]) => id!);
  return {
    /** The id under which it currently runs generations. */
    id: () => ids().at(-1)!,
    process: new ManagedProcess({
      name,
      command: process.execPath,
      args: ['--import', 'tsx', 'tests/faults/jobs/worker.ts'],
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info' },
      runFolder: run,
      logFile,
      ready(signal) {
        const before = ids().length;
        return awaitAnswer(async () => ids().length > before, signal);
      },
    }),
  };
}
