import { AppError } from '#app/contracts/errors.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { noteCall } from '#app/core/generation/stream/calls-under-way.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { RunPayload } from '#app/core/queue/jobs.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { claimGeneration } from './claim.ts';
import { concludeRun } from './conclude-run.ts';
import { claimPoll } from './job/claim-poll.ts';
import { runJob } from './job/run-job.ts';
import { handOver, isDrained } from './resume/hand-over.ts';
import { takeOver } from './resume/take-over.ts';
import { streamAnswer } from './stream-answer.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * Runs one generation from claim to settle, or orders its job. Returns without a word when somebody else owns it. The run
 * does not depend on any reader. This is the only way to a provider.
 */
export async function runGeneration(run: RunPayload, worker: WorkerContext): Promise<void> {
  const claimed = await claimGeneration({ ...run, workerId: worker.id });
  if (!claimed || isUnderWay(run.generationId, worker)) return;
  await runClaimed(claimed.generation, claimed.stored, worker);
}

/** Looks at the job of a generation once, and settles it when it has ended. */
export async function pollGeneration(run: RunPayload, worker: WorkerContext): Promise<void> {
  const generation = await claimPoll({ ...run, workerId: worker.id });
  if (generation) await runClaimed(generation, Promise.resolve(), worker);
}

/** @param stored resolves when the claim is on disk */
async function runClaimed(
  generation: Generation,
  stored: Promise<void>,
  worker: WorkerContext,
): Promise<void> {
  const reply = new RunningReply(generation);
  worker.running.add(reply);
  const takingOver = takeOver(reply);
  // Until both are there no checkpoint is written over what was said before.
  Promise.all([stored, takingOver]).then(
    () => (reply.isStored = true),
    (lost: unknown) => reply.abort.abort(lost),
  );
  const endCall = noteCall();
  const { id: generationId, requestId, attempt, model, provider } = generation;
  logger().info({ generationId, requestId, attempt, model, provider }, 'run');
  try {
    const isTakenOver = await takingOver;
    const task = taskOf(generation);
    const input = await load(generation);
    if (input instanceof AppError) {
      await stored;
      return await concludeRun(reply, {}, input, worker);
    }
    const run = async () => {
      if (!task.job) {
        const failure = await streamAnswer({ reply, input, stored, isTakenOver }, worker);
        if (!isDrained(failure) || !(await handOver(reply, input, worker)))
          await concludeRun(reply, input, failure, worker);
        return;
      }
      await stored;
      const ended = await runJob(task.job, { reply, input }, worker);
      if (ended) await concludeRun(reply, input, ended.failure, worker);
    };
    await (task.inTurn ? task.inTurn(input, run) : run());
  } catch (error) {
    // The row stays as it is; its lease runs out and the sweeper closes it.
    logger().error({ err: error, generationId, requestId, attempt }, 'run was given up');
  } finally {
    endCall();
    worker.running.delete(reply);
  }
}

/** @returns what its task needs, or the error of a file store that is away: a reader hears of it at once, and pays nothing */
function load(generation: Generation): Promise<Input | AppError> {
  return taskOf(generation)
    .load(AUTOCOMMIT, generation)
    .catch((error: unknown) => {
      if (isStoreAway(error)) return error;
      throw error;
    });
}

/** A Redis that forgot everything lets a job be added twice, and what this worker runs is its own at any claim. */
function isUnderWay(generationId: string, { running }: WorkerContext): boolean {
  for (const { generation } of running) if (generation.id === generationId) return true;
  return false;
}
