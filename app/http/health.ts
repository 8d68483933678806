import type { Request, Response } from 'express';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { redis } from '#app/core/platform/redis.ts';
import { workersAlive } from '#app/core/queue/worker-presence.ts';
import { draining } from './draining.ts';

/** The process answers. */
export function health(_req: Request, res: Response): void {
  res.json({ status: 'alive' });
}

/** Database, Redis and at least one worker answer; each is named with what it said. */
export async function readiness(res: Response): Promise<void> {
  const [database, queue, worker] = await Promise.all([
    works(() => selectRow(AUTOCOMMIT, 'SELECT 1 AS one')),
    works(() => redis().ping()),
    works(async () => {
      if ((await workersAlive()) === 0) throw new Error('no worker has reported within its lease');
    }),
  ]);
  const leaving = draining().aborted;
  const ready = !leaving && database === 'ok' && queue === 'ok' && worker === 'ok';
  res
    .status(ready ? 200 : 503)
    .json({ status: leaving ? 'draining' : ready ? 'ready' : 'not ready', database, redis: queue, worker });
}

async function works(probe: () => Promise<unknown>): Promise<string> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 2000, 'no answer within 2 s').unref());
  const answer = probe().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );
  return Promise.race([answer, timeout]);
}
