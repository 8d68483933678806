import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { createBatcher } from '#app/core/platform/batcher.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { change, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { writeProgress } from './checkpoint.ts';
import { stopRunning, type StopCause } from './stop-signal.ts';

/** Milliseconds between heartbeats: at most 2 s, and four heartbeats per lease. */
export function heartbeatInterval(leaseMs: number): number {
  return Math.min(2000, Math.floor(leaseMs / 4));
}

interface RunRow {
  id: string;
  attempt: number;
  stopping: StopCause | null;
}

/**
 * Renews the heartbeat of all running replies of a worker, stores their text so far, and aborts those that
 * were asked to stop or that another worker owns. Replies whose claim is not committed are left out: if the
 * commit was lost, their rows may still be queued. A row that another transaction has locked is skipped until
 * the next heartbeat, so that the heartbeat waits for no lock.
 */
export async function beat(running: RunningReply[]): Promise<void> {
  const replies = running.filter((reply) => reply.isStored);
  if (replies.length === 0) return;
  const free = new Map((await readRuns(replies, 'FOR UPDATE SKIP LOCKED')).map((row) => [row.id, row]));
  const isFree = ({ generation }: RunningReply) => free.has(generation.id);
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET heartbeat_at = NOW(3) WHERE state = 'running' AND id IN (?)`,
    [[...free.keys()]],
  );
  await checkpoint(replies.filter(isFree));
  const skipped = replies.filter((reply) => !isFree(reply));
  const locked = skipped.length === 0 ? [] : await readRuns(skipped, '');
  const rows = new Map([...free, ...locked.map((row) => [row.id, row] as const)]);
  for (const reply of replies) {
    const row = rows.get(reply.generation.id);
    if (!row || row.attempt !== reply.attempt) {
      counted.fencedWrites.checkpoint.inc();
      reply.abort.abort(new RunAborted('lost'));
    } else if (row.stopping) stopRunning(reply, row.stopping);
  }
}

function readRuns(replies: RunningReply[], lock: 'FOR UPDATE SKIP LOCKED' | ''): Promise<RunRow[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT id, attempt, IF(stop_requested_at IS NULL, NULL, COALESCE(stopped_by, 'reader')) AS stopping
     FROM generations WHERE id IN (?) ${lock}`,
    [replies.map(({ generation }) => generation.id)],
  );
}

/**
 * Stores the text of replies that have grown since the last checkpoint; several in one transaction, sorted by
 * id, which is the order in which a settle locks them too.
 */
export async function checkpoint(replies: RunningReply[]): Promise<void> {
  const grown = replies.filter((reply) => reply.size !== reply.checkpointed);
  if (grown.length === 0) return;
  grown.sort((one, other) => (one.generation.id < other.generation.id ? -1 : 1));
  const sizes = grown.map(({ size }) => size);
  if (grown.length === 1) await storeText(AUTOCOMMIT, grown[0]!);
  else
    await transaction(async (tx) => {
      for (const reply of grown) await storeText(tx, reply);
    });
  for (const [index, reply] of grown.entries()) reply.checkpointed = sizes[index]!;
}

/** Stores replies that have just begun: those of one moment share a transaction. */
export const storeBegun = createBatcher<RunningReply, void>({
  name: 'begin',
  // No retry: a heartbeat follows soon and stores it too.
  tries: 1,
  blockedMs: 0,
  async run(replies) {
    await checkpoint(replies);
    return replies.map(() => ({ ok: true, value: undefined }));
  },
});

async function storeText(tx: Tx, reply: RunningReply): Promise<void> {
  const { text, thinking } = reply;
  await write(
    tx,
    `UPDATE generations FORCE INDEX (PRIMARY) SET text = ?, thinking = ?, progress = ?, checkpoint_number = ?, first_token_at = COALESCE(first_token_at, ?)
     WHERE id = ? AND attempt = ? AND state = 'running'`,
    [
      text,
      thinking || null,
      writeProgress(reply),
      reply.published,
      reply.firstTokenAt,
      reply.generation.id,
      reply.attempt,
    ],
  );
}

/**
 * Sends heartbeats until stopped, and retries while the database is away.
 * @returns a function that stops it
 */
export function startHeartbeat(running: ReadonlySet<RunningReply>, leaseMs: number): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const next = async () => {
    try {
      await beat([...running]);
    } catch (error) {
      logger().warn({ error: (error as Error).message, running: running.size }, 'heartbeat');
    }
    if (!stopped) timer = setTimeout(() => void next(), heartbeatInterval(leaseMs));
  };
  timer = setTimeout(() => void next(), heartbeatInterval(leaseMs));
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
