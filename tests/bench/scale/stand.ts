import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appProcesses, localAddress } from '#scripts/launch/app-processes.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { prepareDatabase } from '#scripts/launch/prepare-database.mjs';
import { startServices } from '#scripts/services.mjs';
import { hashPassword } from '#app/core/accounts/credentials/password.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { BUILD_FOLDER, buildForTests } from '#tests/setup/build.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';
import { preload } from '../preload.ts';
import { seedScale } from './seed/seed-scale.ts';
import type { ScaleSize } from './size.ts';

/** Of every user of the seeding. */
export const PASSWORD = 'a-long-enough-password';

const BUFFER_POOL = '4G';
/** Settings of a server whose data can be generated again: no durability is needed. */
const WHILE_SEEDING = [
  '--innodb-log-file-size=2G',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-sort-buffer-size=64M',
  '--sort-buffer-size=256M',
  '--myisam-sort-buffer-size=256M',
  '--key-buffer-size=512M',
  '--tmp-table-size=512M',
  '--max-heap-table-size=512M',
];
/** Nothing is in memory at a first request. */
const WHILE_MEASURING = ['--innodb-buffer-pool-load-at-startup=0'];

type Say = (what: string) => void;

interface StandOptions {
  size: ScaleSize;
  /** Seeds again, even if there is data. */
  isFresh: boolean;
  say: Say;
}

/**
 * The built application's web process on a database of that size, in a data folder of its own that remains
 * for the next run. No worker runs: its work must not be measured, and it must not prune.
 * @returns its address, and the process ids of its servers
 */
export async function startStand({ size, isFresh, say }: StandOptions) {
  await buildForTests();
  const base = path.join(ROOT, '.data/scale', String(size.generations));
  if (isFresh || !isSeeded(base, size)) await seed(base, size, say);
  const services = await startServices({ base, bufferPool: BUFFER_POOL, serverOptions: WHILE_MEASURING });
  const environment = await environmentOf(base, services);
  const web = appProcesses({ base, build: BUILD_FOLDER, env: environment }).web();
  const stop = async () => {
    await closeDatabase();
    await web.stop();
    await services.stop();
  };
  try {
    await web.start();
    connectDatabase(environment.DATABASE_URL, { size: 2 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: localAddress(environment), web: web.pid!, mariadb: services.mariadb.process.pid!, stop };
}

type Services = Awaited<ReturnType<typeof startServices>>;

async function environmentOf(base: string, { mariadb, redis }: Services) {
  return {
    ...process.env,
    ...TEST_ENVIRONMENT,
    NODE_ENV: 'production' as const,
    PORT: String(await findFreePort()),
    DATA_DIR: base,
    DATABASE_URL: mariadb.url(),
    REDIS_URL: redis.url(),
    // No provider is called; but without a configured provider there would be no offers.
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
    NODE_OPTIONS: preload('collect-garbage.mjs'),
    LIMIT_LOGIN_TRIES: '0',
  };
}

const markerOf = (base: string) => path.join(base, 'seeded.json');

function isSeeded(base: string, size: ScaleSize): boolean {
  const marker = markerOf(base);
  return existsSync(marker) && readFileSync(marker, 'utf8') === JSON.stringify(size);
}

async function seed(base: string, size: ScaleSize, say: Say): Promise<void> {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  const services = await startServices({ base, bufferPool: BUFFER_POOL, serverOptions: WHILE_SEEDING });
  try {
    const env = await environmentOf(base, services);
    await prepareDatabase({ build: BUILD_FOLDER, env, logFile: path.join(base, 'logs/prepare.log'), say });
    connectDatabase(env.DATABASE_URL);
    await seedScale(size, { passwordHash: await hashPassword(PASSWORD), say });
    await closeDatabase();
  } finally {
    await services.stop();
  }
  writeFileSync(markerOf(base), JSON.stringify(size));
}
