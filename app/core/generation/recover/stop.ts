import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { countReaders } from '#app/core/generation/run/readers.ts';
import { sendStop, type StopCause } from '#app/core/generation/run/stop-signal.ts';
import { interrupted, stopped } from '#app/core/generation/settle/outcome.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { closeAbandoned } from './close.ts';

interface Owned {
  userId: string;
  id: string;
}

/**
 * Asks the newest running reply of a conversation, or the given one, to stop. Its worker stores the output so
 * far; a reply that is still queued is closed here.
 * @returns the generation that was asked to stop, or null when none runs. Its `end` event follows within a
 *   second, once the provider that was sent it has responded.
 */
export async function stopReply(
  tx: Tx,
  {
    userId,
    conversationId,
    messageId,
  }: { userId: string; conversationId: string; messageId?: string | null },
): Promise<string | null> {
  const row = await selectRow<GenerationRow>(
    tx,
    `SELECT ${GENERATION_COLUMNS} FROM generations
     WHERE conversation_id = ? AND user_id = ? AND target = 'message' AND live = 1
       AND (? IS NULL OR reply_message_id = ?)
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [conversationId, userId, messageId ?? null, messageId ?? null],
  );
  if (!row) return null;
  const generation = toGeneration(row);
  await stopRun(generation);
  return generation.id;
}

/**
 * Asks the answers of a playground conversation, or the given one, to stop.
 * @returns how many were open
 */
export async function stopCells(
  tx: Tx,
  { userId, playgroundId, cellId }: { userId: string; playgroundId: string; cellId: string | null },
): Promise<number> {
  const rows = await selectRows<GenerationRow>(
    tx,
    `SELECT ${GENERATION_COLUMNS} FROM generations
     WHERE conversation_id = ? AND user_id = ? AND target = 'cell' AND live = 1
       AND (? IS NULL OR reply_message_id = ?)`,
    [playgroundId, userId, cellId, cellId],
  );
  await Promise.all(rows.map((row) => stopRun(toGeneration(row))));
  return rows.length;
}

/** Asks the open steps of a generation to stop. */
export async function stopSteps(parentId: string): Promise<void> {
  const rows = await selectRows<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE parent_id = ? AND finished_at IS NULL`,
    [parentId],
  );
  for (const row of rows) await stopRun(toGeneration(row));
}

/**
 * Asks up to `max` runs of a user to stop.
 * @returns how many were open
 */
export async function stopAllRuns(userId: string, max: number): Promise<number> {
  const rows = await selectRows<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE user_id = ? AND live = 1 LIMIT ?`,
    [userId, max],
  );
  for (const row of rows) await stopRun(toGeneration(row));
  return rows.length;
}

/** Asks one run to stop; one that is still queued is closed here. The first request determines the cause. */
export async function stopRun(generation: Generation, cause: StopCause = 'reader'): Promise<void> {
  const { id } = generation;
  if (generation.state === 'queued') {
    if (await closeAbandoned(generation, cause === 'house' ? interrupted : stopped)) return;
  }
  // Stored in the row as well: a worker whose Redis is away reads it with its next heartbeat.
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET stop_requested_at = NOW(3), stopped_by = ?,
       next_poll_at = IF(ordering_at IS NULL, next_poll_at, NOW(3))
     WHERE id = ? AND finished_at IS NULL AND stop_requested_at IS NULL`,
    [cause, id],
  );
  await sendStop(id, cause);
}

/**
 * Asks an open job to stop, for its owner. If its provider does not cancel it, it continues and is charged.
 */
export async function stopJob({ userId, id }: Owned, target: 'job' | 'background' = 'job'): Promise<void> {
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations
     WHERE id = ? AND user_id = ? AND target = ? AND state IN ('queued', 'running')`,
    [id, userId, target],
  );
  if (row) await stopRun(toGeneration(row));
}

/**
 * Hides a job that has ended; its receipt stays.
 * @returns false when it has not ended
 */
export async function hideJob({ userId, id }: Owned): Promise<boolean> {
  const forgotten = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET asked = NULL
     WHERE id = ? AND user_id = ? AND target = 'job' AND live IS NULL`,
    [id, userId],
  );
  return forgotten === 1;
}

/**
 * Stops a call that has lost its reader, unless a retry reads it elsewhere.
 * @param cause its client left, or we cut it off
 */
export async function stopIfUnread(generationId: string, cause: StopCause = 'reader'): Promise<void> {
  const [readers] = (await countReaders([generationId])) ?? [0];
  if (readers! > 0) return;
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ? AND state IN ('queued', 'running')`,
    [generationId],
  );
  if (row) await stopRun(toGeneration(row), cause);
}
