import type { LogEntry } from '#app/contracts/generation.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { fenceLog } from '#app/core/generation/stream/reply-log.ts';
import type { Generation } from '#app/core/generation/record/row.ts';

/** A run that its worker can neither store nor say anything of any more. */
export interface Fenced {
  /** The attempt that the row shows now; nobody runs it. */
  attempt: number;
  /** What readers may have seen; null when Redis does not tell. */
  log: LogEntry[] | null;
}

/**
 * Takes a run from a worker that does not answer, first in the row and then in the log, before anybody looks at what
 * there is: a worker that wakes up meanwhile adds nothing to what was looked at.
 * @param heartbeat the last sign of life that it is given up for; a worker that has given another since keeps the run
 * @returns null when somebody else has closed, taken or kept the run
 */
export async function fenceOff(
  { id, state, attempt }: Generation,
  heartbeat: Date | null = null,
): Promise<Fenced | null> {
  const raised = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET attempt = attempt + 1
     WHERE id = ? AND state = ? AND attempt = ? AND heartbeat_at <=> COALESCE(?, heartbeat_at)`,
    [id, state, attempt, heartbeat],
  );
  if (raised !== 1) return null;
  const log = await fenceLog(id, attempt + 1, config().LOG_TTL_MS).catch((error: Error) => {
    logger().warn({ generationId: id, error: error.message }, 'fenced off without the log');
    return null;
  });
  return { attempt: attempt + 1, log };
}
