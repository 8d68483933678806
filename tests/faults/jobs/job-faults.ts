import { setTimeout } from 'node:timers/promises';
import { createClient } from 'redis';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { untilTakenOver } from '../lost-runs.ts';
import type { Random } from '../random.ts';
import type { Stage } from './stage.ts';

/** The fault, and the recovery. @returns milliseconds until a killed worker's jobs were taken over */
export const FAULTS: Record<string, (stage: Stage, random: Random) => Promise<number | void>> = {
  async 'kill -9 of a worker'(stage, random) {
    const worker = random.pick(stage.workers);
    const lost = worker.id();
    await worker.process.kill('SIGKILL');
    const took = await untilTakenOver(stage, [lost], AbortSignal.timeout(60_000));
    await worker.process.start();
    return took;
  },
  async 'kill -9 of all workers'(stage) {
    await Promise.all(stage.workers.map(({ process }) => process.kill('SIGKILL')));
    for (const { process } of stage.workers) await process.start();
  },
  async 'kill -9 of redis'(stage) {
    await stage.redis.kill('SIGKILL');
    await stage.redis.start();
  },
  async 'kill -9 of mariadb'(stage) {
    await stage.mariadb.kill('SIGKILL');
    await stage.mariadb.start();
  },
  async 'kill -9 of the bucket'(stage, random) {
    await stage.s3.close();
    await setTimeout(random.whole(500, 3000));
    await stage.s3.open();
  },
  async FLUSHALL(stage) {
    const client = await createClient({ url: stage.redisUrl }).connect();
    await client.flushAll();
    await client.close();
  },
};

/** Generations that have not ended. */
export async function countOpen(): Promise<number> {
  const sql = `SELECT COUNT(*) AS n FROM generations WHERE state IN ('queued', 'running')`;
  return Number((await selectRow<{ n: string }>(AUTOCOMMIT, sql))?.n);
}
