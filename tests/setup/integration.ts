import path from 'node:path';
import { afterAll, inject, vi } from 'vitest';
import { closeRedis, connectRedis, redis } from '#app/core/platform/redis.ts';
import { closeDatabase } from '#db/client.ts';
import { emptyTables, openDatabase } from './database.ts';
import { TEST_ENVIRONMENT } from './environment.ts';

// Every vitest worker has a database, a Redis database number and a data folder of its own, so that files run
// concurrently; a file starts with an empty database and Redis. Their addresses and the folder are set for
// processes that a test starts. Pub/sub channels are shared by all Redis numbers: their names must contain an
// id.
const poolNumber = Number(process.env.VITEST_POOL_ID ?? '1');
const databaseName = `parlance_${poolNumber}`;
const mariadbUrl = inject('mariadbUrl');

Object.assign(process.env, TEST_ENVIRONMENT, {
  DATABASE_URL: `${mariadbUrl}${databaseName}`,
  REDIS_URL: `${inject('redisUrl')}/${poolNumber % 64}`,
  DATA_DIR: path.join(inject('dataFolder'), String(poolNumber)),
});

await openDatabase(mariadbUrl, databaseName);
await emptyTables();
await connectRedis(process.env.REDIS_URL ?? '');
// `connectRedis` resolves after a second even if it is not connected yet, as on a busy machine.
await vi.waitFor(() => redis().flushDb(), { timeout: 45_000 });

afterAll(async () => {
  await Promise.all([closeDatabase(), closeRedis()]);
});
