import type { LogEntry } from '#app/contracts/generation.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { NO_PROGRESS, readCheckpoint, writeProgress } from '#app/core/generation/run/checkpoint.ts';
import { continuationsOf, answeringCandidate } from './attribution.ts';
import { isAwaited } from '#app/core/generation/run/readers.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import { readLog, joinOutput } from '#app/core/generation/stream/log.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { enqueueAgain } from '#app/core/queue/enqueue.ts';
import { runPayload, targetOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Limits handovers of one run: with each, a provider bills the prompt once more. */
const MAX_ATTEMPTS = 10;

/** A run, owned by the caller, that is to be queued again. */
type Attempted = Pick<Generation, 'id' | 'attempt'>;

/** All output of a run, as another worker needs it (`takeOver`). */
interface ResumableState {
  text: string;
  thinking: string;
  /** As `writeProgress` returns it. */
  progress: string;
  /** Number of published log entries. */
  published: number;
}

/** Whether a run was aborted because its worker drains. */
export function isDrained(failure: unknown): boolean {
  return failure instanceof RunAborted && failure.reason === 'drain';
}

/**
 * Hands a run over to another worker because this one shuts down: the row is queued with all its output, and
 * the next worker that claims it continues from there (`takeOver`). A run without output starts again.
 * @param input as its task loaded it
 * @returns false if no worker can continue it, or no reader waits for it
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
    const { plainText, answeredBy, nonTextOutput } = reply;
    if (plainText === null || !progress || !answeredBy || ownKey || nonTextOutput !== '') return false;
    if (!canContinue(generation, input, plainText)) return false;
    // Readers then have all of it, also those that wait for the whole answer.
    await writer.flushed(reply);
    // Stops the heartbeat.
    running.delete(reply);
    const { text, thinking, published } = reply;
    isQueued = await requeueStarted({ id, attempt }, { text, thinking, progress, published });
  } else {
    running.delete(reply);
    isQueued = await requeueUnstarted({ id, attempt }, reply.losses);
  }
  if (isQueued) enqueueAgain(taskOf(generation).queue, runPayload(generation, attempt + 1));
  return isQueued;
}

/**
 * Whether another worker can continue the output of a run. With reasoning alone a provider is called again
 * from the start, except for clients that would send the reasoning back with another provider's signature.
 * @param own the run's own text
 */
export function canContinue(generation: Generation, input: Input, own: string): boolean {
  const { continuationOf: goOn } = taskOf(generation);
  if (!goOn) return false;
  return own === '' ? !targetOf(generation).takesDeltas : goOn(input, own) !== null;
}

/**
 * Queues a run again that has no output yet.
 * @param losses number of workers that died while running it
 * @returns false if it has begun after all, was stopped, or belongs to another worker
 */
export function requeueUnstarted({ id, attempt }: Attempted, losses: number): Promise<boolean> {
  const progress = losses > 0 ? JSON.stringify({ ...NO_PROGRESS, losses }) : null;
  return queue(
    `progress = ? WHERE id = ? AND state = 'running' AND attempt = ? AND first_token_at IS NULL
       AND stop_requested_at IS NULL`,
    [progress, id, attempt],
  );
}

/**
 * Queues a run again that has begun, with all the output its readers may have.
 * @returns as `requeueUnstarted`
 */
export function requeueStarted({ id, attempt }: Attempted, heard: ResumableState): Promise<boolean> {
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
 * Loads the output of a lost worker into a reply, as its readers have it (`requeueStarted`).
 * @returns whether there is an answer to continue
 * @throws Error if the log cannot be read or is gone: it is unknown then what readers have
 */
export async function takeOver(reply: RunningReply): Promise<boolean> {
  const { generation } = reply;
  // The first attempt has nothing to take over.
  if (generation.attempt === 1) return false;
  const stored = await readCheckpoint(AUTOCOMMIT, generation.id);
  const { progress, text, thinking } = stored;
  reply.losses = progress.losses ?? 0;
  const hasWords = text.length > (generation.prefixText?.length ?? 0);
  if (!taskOf(generation).continuationOf || !progress.isTaken || !(hasWords || thinking)) return false;
  const entries = await readWhole(generation.id);
  if (entries.length === 0) throw new Error('the log of an answer that was to be gone on with is gone');
  const logged = joinOutput(entries);
  const { usage, isUsageBehind, attempts = [], suggestions = [] } = progress;
  reply.takeOver(
    { entries: entries.map((entry) => JSON.stringify(entry)), text: logged.text, thinking: logged.thinking },
    {
      // Reasoning alone cannot be continued: a provider is called again, and its output follows the
      // reasoning.
      answeredBy: hasWords ? answeringCandidate(generation, entries, progress) : null,
      parts: continuationsOf(generation, entries, progress),
      usage,
      isUsageBehind: isUsageBehind || logged.text.length > text.length,
      attempts,
      firstTokenAt: stored.firstTokenAt,
      suggestions,
    },
  );
  // Output that was stored but not published yet.
  reply.addThinking(thinking.slice(logged.thinking.length));
  reply.addText(text.slice(logged.text.length));
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
