import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Application } from '#tests/setup/start-application.ts';

const LOOK_MS = 25;

/** The workers with running generations. */
export async function busyWorkers({ databaseUrl }: Pick<Application, 'databaseUrl'>): Promise<string[]> {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const [rows] = await connection.query<({ worker_id: string } & RowDataPacket)[]>(
      `SELECT DISTINCT worker_id FROM generations WHERE state = 'running'`,
    );
    return rows.map(({ worker_id: id }) => id);
  } finally {
    await connection.end();
  }
}

/**
 * Waits until recently killed workers have no run any more: each is closed, or queued for another worker.
 * @param signal gives up
 * @returns the duration in milliseconds
 */
export async function untilTakenOver(
  { databaseUrl }: Pick<Application, 'databaseUrl'>,
  workers: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const since = performance.now();
  const connection = await mysql.createConnection(databaseUrl);
  try {
    while (!signal.aborted) {
      const [[left]] = await connection.query<({ n: string } & RowDataPacket)[]>(
        `SELECT COUNT(*) AS n FROM generations WHERE state = 'running' AND worker_id IN (?)`,
        [workers],
      );
      if (Number(left!.n) === 0) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return performance.now() - since;
  } finally {
    await connection.end();
  }
}
