import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import { enqueueAgain } from '#app/core/queue/enqueue.ts';
import { shareOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { writeProgress } from '../checkpoint.ts';
import { isAwaited } from '../watch-readers.ts';
import type { WorkerContext } from '../worker-context.ts';
import { canGoOn, queueHeard, queueUnheard } from './queue-again.ts';

/** Bounds how often a run is handed over: each time a provider bills the prompt once more. */
const MAX_ATTEMPTS = 10;

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
