import { ring } from '#app/core/queue/bell.ts';
import { logger } from '#app/core/platform/logger.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { heartbeatInterval } from './heartbeat.ts';
import { interrupted } from './outcome.ts';
import { logLength } from './reply-log.ts';
import { countReaders } from './watch-readers.ts';
import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from './row.ts';

const QUEUED_TOO_LONG_MS = 2000;
const MOST = 500;
/** First try and one more; who fails twice is closed. */
const MOST_ATTEMPTS = 2;

type StaleRow = GenerationRow & { first_token_at: Date | null; heartbeat_at: Date };

/**
 * Mends what dead processes and an emptied Redis leave behind. Every worker sweeps; compare-and-sets make
 * that safe. A run is taken for lost only when its heartbeat stood still while this sweeper could look for a
 * whole interval: after an outage of the database every heartbeat is old at first.
 */
export function createSweeper(leaseMs: number): () => Promise<void> {
  const graceMs = heartbeatInterval(leaseMs) * 1.5;
  let seen = new Map<string, { beat: number; since: number }>();
  return async () => {
    try {
      await ringQueued();
      seen = await closeLost(leaseMs, graceMs, seen);
    } catch (error) {
      seen = new Map();
      logger().warn({ error: (error as Error).message }, 'sweep');
    }
  };
}

/** The row is the truth: a queued one whose bell was lost is rung again (an id that still exists is ignored). */
async function ringQueued(): Promise<void> {
  const rows = await selectRows<{ id: string; attempt: number }>(
    AUTOCOMMIT,
    `SELECT id, attempt FROM generations WHERE state = 'queued' AND created_at < NOW(3) - INTERVAL ? MICROSECOND
     ORDER BY created_at LIMIT ${MOST}`,
    [QUEUED_TOO_LONG_MS * 1000],
  );
  for (const row of rows) ring(row.id, row.attempt + 1);
}

async function closeLost(
  leaseMs: number,
  graceMs: number,
  before: Map<string, { beat: number; since: number }>,
): Promise<Map<string, { beat: number; since: number }>> {
  const rows = await selectRows<StaleRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS}, first_token_at, heartbeat_at FROM generations
     WHERE state = 'running' AND heartbeat_at < NOW(3) - INTERVAL ? MICROSECOND LIMIT ${MOST}`,
    [leaseMs * 1000],
  );
  const now = performance.now();
  const seen = new Map<string, { beat: number; since: number }>();
  for (const row of rows) {
    const beat = row.heartbeat_at.getTime();
    const known = before.get(row.id);
    const since = known?.beat === beat ? known.since : now;
    if (now - since >= graceMs) await close(row);
    else seen.set(row.id, { beat, since });
  }
  return seen;
}

async function close(row: StaleRow): Promise<void> {
  if (row.attempt < MOST_ATTEMPTS && row.first_token_at === null && (await isAwaited(row))) {
    const again = await change(
      AUTOCOMMIT,
      `UPDATE generations SET state = 'queued', worker_id = NULL, heartbeat_at = NULL
       WHERE id = ? AND state = 'running' AND attempt = ?`,
      [row.id, row.attempt],
    );
    if (again === 1) ring(row.id, row.attempt + 1);
    return;
  }
  await closeAbandoned(toGeneration(row), interrupted);
}

/** True when nothing of it was seen yet and somebody still wants it: a call whose client left is not repeated. */
async function isAwaited({ id, kind }: StaleRow): Promise<boolean> {
  if (await hasBegun(id)) return false;
  if (kind !== 'api') return true;
  const [readers] = (await countReaders([id])) ?? [0];
  return readers! > 0;
}

/** True when readers may have seen something of it, or when that cannot be known. */
async function hasBegun(generationId: string): Promise<boolean> {
  return logLength(generationId).then(
    (length) => length > 0,
    () => true,
  );
}
