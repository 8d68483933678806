import { assertWritable } from '#db/refused-writes.ts';
import type { Request, Response } from 'express';
import { clockFaults, measureDatabaseClock, measureRedisClock } from '#app/core/platform/process/clock.ts';
import { workersAlive } from '#app/core/queue/worker-presence.ts';
import { hasAnnouncedLeaving } from './draining.ts';

/** The process answers. */
export function health(_req: Request, res: Response): void {
  res.json({ status: 'alive' });
}

/**
 * Database (which must take writes), Redis and at least one worker answer; each is named with what it said. A clock of
 * this process that is off is named as well: it takes no request away.
 */
export async function readiness(res: Response): Promise<void> {
  const [database, queue, worker] = await Promise.all([
    works(() => measureDatabaseClock().then(assertWritable)),
    works(measureRedisClock),
    works(async () => {
      if ((await workersAlive()) === 0) throw new Error('no worker has reported within its lease');
    }),
  ]);
  const leaving = hasAnnouncedLeaving();
  const ready = !leaving && database === 'ok' && queue === 'ok' && worker === 'ok';
  const clocks = clockFaults();
  res.status(ready ? 200 : 503).json({
    status: leaving ? 'draining' : ready ? 'ready' : 'not ready',
    database,
    redis: queue,
    worker,
    ...(clocks.length > 0 && { clock: clocks.join(', ') }),
  });
}

async function works(probe: () => Promise<unknown>): Promise<string> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 2000, 'no answer within 2 s').unref());
  const answer = probe().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );
  return Promise.race([answer, timeout]);
}
