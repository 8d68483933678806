import { afterAll, inject } from 'vitest';
import { closeRedis, connectRedis, redis } from '#app/core/platform/redis.ts';
import { closeDatabase } from '#db/client.ts';
import { createDatabase, dropDatabase } from './database.ts';
import { TEST_ENVIRONMENT } from './environment.ts';

// Every test file has a migrated database of its own and every vitest worker a Redis number of its own (emptied
// here), so that files run beside each other. `DATABASE_URL` and `REDIS_URL` are set for processes that a test
// starts. Pub/sub channels are shared by all Redis numbers: their names must carry an id.
const poolNumber = Number(process.env.VITEST_POOL_ID ?? '1');
const databaseName = `parlance_${process.pid}_${Date.now().toString(36)}`;
const mariadbUrl = inject('mariadbUrl');

Object.assign(process.env, TEST_ENVIRONMENT, {
  DATABASE_URL: `${mariadbUrl}${databaseName}`,
  REDIS_URL: `${inject('redisUrl')}/${poolNumber % 64}`,
});

await createDatabase(mariadbUrl, databaseName);
await connectRedis(process.env.REDIS_URL ?? '');
await redis().flushDb();

afterAll(async () => {
  await dropDatabase(databaseName);
  await Promise.all([closeDatabase(), closeRedis()]);
});
