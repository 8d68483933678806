import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Runs that have not ended, by state, and for how many seconds the oldest has waited for a worker (0: none waits). */
export async function measureRuns(): Promise<{ queued: number; running: number; oldestSeconds: number }> {
  const rows = await selectRows<{ state: 'queued' | 'running'; runs: string; age: string }>(
    AUTOCOMMIT,
    `SELECT state, COUNT(*) AS runs, TIMESTAMPDIFF(MICROSECOND, MIN(created_at), NOW(3)) AS age
     FROM generations WHERE state IN ('queued', 'running') GROUP BY state`,
  );
  const [queued, running] = (['queued', 'running'] as const).map((state) =>
    rows.find((row) => row.state === state),
  );
  return {
    queued: Number(queued?.runs ?? 0),
    running: Number(running?.runs ?? 0),
    oldestSeconds: Math.max(0, Number(queued?.age ?? 0) / 1e6),
  };
}
