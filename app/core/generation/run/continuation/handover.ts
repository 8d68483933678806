import type { LogEntry } from '#app/contracts/generation.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { NO_PROGRESS, readCheckpoint, writeProgress } from '#app/core/generation/run/checkpoint.ts';
import { partsOf, serverOf } from './parts.ts';
import { isAwaited } from '#app/core/generation/run/readers.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import { readLog, saidIn } from '#app/core/generation/stream/log.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { enqueueAgain } from '#app/core/queue/enqueue.ts';
import { shareOf, targetOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Bounds how often a run is handed over: each time a provider bills the prompt once more. */
const MAX_ATTEMPTS = 10;

/** The attempt of a run that is to be queued again; the caller owns it. */
type Attempted = Pick<Generation, 'id' | 'attempt'>;

/** All that a run has said, as another worker finds it (`take-over.ts`). */
interface Heard {
  text: string;
  thinking: string;
  /** As `writeProgress` writes it. */
  progress: string;
  /** Entries of its log. */
  published: number;
}

/** Whether a run has ended because its worker drains. */
export function isDrained(failure: unknown): boolean {
  return failure instanceof RunAborted && failure.reason === 'drain';
}

/**
 * Hands a run over to another worker because this one ends: the row is queued with all that the run has said, and the next
 * worker that claims it goes on from there (`take-over.ts`). A run that has said nothing begins anew.
 * @param input as its task has loaded it
 * @returns false where no worker can go on with it, or no reader waits for it
 */
export async function handOver(
  reply: RunningReply,
  input: Input,
  { writer, running }: WorkerContext,
): Promise<boolean> {
  const { generation, attempt } = reply;
  const { id, ownKey } = generation;
  if (reply.leftUntil || attempt >= MAX_ATTEMPTS || !(await isAwaited(generation))) return false;
  let isQueued: boolean;
  if (reply.hasOutput) {
    const progress = writeProgress(reply);
    const { plainText, servedBy, asides } = reply;
    if (plainText === null || !progress || !servedBy || ownKey || asides !== '') return false;
    if (!canGoOn(generation, input, plainText)) return false;
    // Readers have all of it then, also those of an answer in one piece.
    await writer.flushed(reply);
    // No heartbeat follows.
    running.delete(reply);
    const { text, thinking, published } = reply;
    isQueued = await queueHeard({ id, attempt }, { text, thinking, progress, published });
  } else {
    running.delete(reply);
    isQueued = await queueUnheard({ id, attempt }, reply.losses);
  }
  if (isQueued) {
    const run = { generationId: id, attempt: attempt + 1, share: shareOf(generation) };
    enqueueAgain(taskOf(generation).queue, run);
  }
  return isQueued;
}

/**
 * Whether another worker can go on with what a run has said. Behind thoughts alone a provider is asked anew, except for a
 * client that would send them back with the signature of others.
 * @param own its own words
 */
export function canGoOn(generation: Generation, input: Input, own: string): boolean {
  const { goOn } = taskOf(generation);
  if (!goOn) return false;
  return own === '' ? !targetOf(generation).takesDeltas : goOn(input, own) !== null;
}

/**
 * Queues a run again that has not said a word.
 * @param losses how many workers have died with it
 * @returns false when it has begun after all, was stopped, or belongs to another worker
 */
export function queueUnheard({ id, attempt }: Attempted, losses: number): Promise<boolean> {
  const progress = losses > 0 ? JSON.stringify({ ...NO_PROGRESS, losses }) : null;
  return queue(
    `progress = ? WHERE id = ? AND state = 'running' AND attempt = ? AND first_token_at IS NULL
       AND stop_requested_at IS NULL`,
    [progress, id, attempt],
  );
}

/** The same for one that has begun, with all that its readers may have seen. @returns as `queueUnheard` */
export function queueHeard({ id, attempt }: Attempted, heard: Heard): Promise<boolean> {
  const { text, thinking, progress, published } = heard;
  return queue(
    `text = ?, thinking = ?, progress = ?, checkpoint_number = ?, first_token_at = COALESCE(first_token_at, NOW(3))
     WHERE id = ? AND state = 'running' AND attempt = ? AND stop_requested_at IS NULL`,
    [text, thinking || null, progress, published, id, attempt],
  );
}

async function queue(rest: string, values: (string | number | null)[]): Promise<boolean> {
  const queued = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET state = 'queued', worker_id = NULL, heartbeat_at = NULL, ${rest}`,
    values,
  );
  return queued === 1;
}

/**
 * Takes over what a lost worker had said, as its readers have it (`recover/let-go-on.ts`).
 * @returns whether there is an answer to go on with
 * @throws Error when the log cannot be read or is gone: what readers have seen is not known then
 */
export async function takeOver(reply: RunningReply): Promise<boolean> {
  const { generation } = reply;
  // The first attempt begins it.
  if (generation.attempt === 1) return false;
  const stored = await readCheckpoint(AUTOCOMMIT, generation.id);
  const { progress, text, thinking } = stored;
  reply.losses = progress.losses ?? 0;
  const hasWords = text.length > (generation.prefixText?.length ?? 0);
  if (!taskOf(generation).goOn || !progress.isTaken || !(hasWords || thinking)) return false;
  const entries = await readWhole(generation.id);
  if (entries.length === 0) throw new Error('the log of an answer that was to be gone on with is gone');
  const said = saidIn(entries);
  const { usage, isUsageBehind, attempts = [], suggestions = [] } = progress;
  reply.takeOver(
    { entries: entries.map((entry) => JSON.stringify(entry)), text: said.text, thinking: said.thinking },
    {
      // Thoughts alone are nothing to go on with: a provider is asked anew, and what it says stands behind them.
      servedBy: hasWords ? serverOf(generation, entries, progress) : null,
      parts: partsOf(generation, entries, progress),
      usage,
      isUsageBehind: isUsageBehind || said.text.length > text.length,
      attempts,
      firstTokenAt: stored.firstTokenAt,
      suggestions,
    },
  );
  // What was stored and had not been published yet.
  reply.addThinking(thinking.slice(said.thinking.length));
  reply.addText(text.slice(said.text.length));
  return hasWords;
}

async function readWhole(generationId: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await readLog(generationId, entries.length);
    for (const { event } of page.events) entries.push(event);
    hasMore = page.hasMore;
  }
  return entries;
}
