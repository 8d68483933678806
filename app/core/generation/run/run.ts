import { AppError } from '#app/contracts/errors.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { servedBy, type Generation } from '#app/core/generation/record/row.ts';
import { chargeFor, chargeForSteps, chargeForUsage, reasonFor } from '#app/core/generation/settle/charge.ts';
import { outcomeOf, undelivered } from '#app/core/generation/settle/outcome.ts';
import { announceEnd, settleUntilDone } from '#app/core/generation/settle/settle.ts';
import { noteCall } from '#app/core/generation/stream/calls-under-way.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { untilAnswered } from '#app/core/platform/passing-error.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import type { RunPayload } from '#app/core/queue/jobs.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { landsLog } from '#app/core/targets/target.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { streamAnswer } from './answer.ts';
import { claimGeneration, claimPoll } from './claim.ts';
import { handOver, isDrained, takeOver } from './continuation/handover.ts';
import { splitParts, withParts } from './continuation/parts.ts';
import { runJob } from './job/job.ts';
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

/**
 * Books the end of a run and tells its readers. Does nothing when the run belongs to somebody else.
 * @param input what its task loaded; empty where that failed
 * @param error what ended its provider's stream before its time, or null
 */
export async function concludeRun(
  reply: RunningReply,
  input: Input,
  error: unknown,
  worker: WorkerContext,
): Promise<void> {
  // Published first, settled then: a settle would take the processor from those who bring the words to their readers.
  const isDelivered = await worker.writer.delivered(reply);
  const { attempt, thinking, server, finishReason } = reply;
  const generation = servedBy(reply.generation, server);
  const task = taskOf(generation);
  const target = targetOf(generation);
  const answer = { reasons: Object.values(reply.finishReasons), usage: reply.usage };
  const emptyReason = error ? null : task.emptyReason(answer, input, server);
  let outcome = outcomeOf({ finishReason, error, emptyReason }, reply);
  if (!outcome) return;
  // A call of the API is read in the log alone; everything else is read in the row.
  const isMissed = !isDelivered && target.endsWithReader && !reply.leftUntil && outcome.state !== 'stopped';
  if (isMissed) outcome = undelivered(reply);
  if (outcome.state === 'done' && reply.leftUntil === 'usage') outcome.chargeReason = 'ran_on';
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const prefix = generation.prefixText?.length ?? 0;
  const ownText = reply.text.slice(prefix) + reply.asides;
  const { usage, isUsageBehind } = reply;
  const { usageOf } = task;
  const chargeOf = () => {
    if (task.hasSteps) return chargeForSteps(generation.id);
    if (usageOf) return chargeForUsage(outcome.chargeReason, () => usageOf(input, server, reply), generation);
    return chargeFor(
      outcome.chargeReason,
      async () => ({
        countSent: () => task.countSent(input, server, tokenizer),
        ...(reply.parts.length === 0
          ? { text: ownText }
          : await splitParts(reply.text, reply.parts, { from: prefix, asides: reply.asides })),
        thinking,
        usage,
        isUsageBehind,
        tokenizer,
      }),
      generation,
    );
  };
  const charge = await untilAnswered(chargeOf, { generationId: generation.id });
  // A target that has one text shows its files by themselves; what is stored of a call names them all the same.
  if (target.takesDeltas || generation.storesContent) reply.nameFiles();
  const ending: Ending = {
    generation,
    attempt,
    from: 'running',
    ...outcome,
    ...charge,
    chargeReason: reasonFor(generation, outcome.chargeReason),
    // Whatever became of the parent: what its steps have made is paid for.
    ...(task.hasSteps && charge.costMicro > 0n && { chargeReason: 'output' as const }),
    text: target.resultOf?.(reply.text) ?? reply.text,
    thinking,
    // A reply that goes on counts what it said before, too.
    textTokens: reply.text === ownText ? (charge.textTokens ?? 0) : await countTokens(reply.text, tokenizer),
    firstTokenAt: reply.firstTokenAt,
    finishReasons: reply.finishReasons.length > 1 ? reply.finishReasons : undefined,
    stopSequence: reply.stopSequence,
    suggestions: reply.suggestions,
    attempts: withParts(reply.attempts, charge.parts),
    files: reply.files,
    answer: landsLog(target, generation) ? reply.allEntries() : undefined,
    followUps: [],
  };
  ending.followUps = target.followUps?.(ending, input) ?? [];
  const settlement = await settleUntilDone(ending);
  if (!settlement) return counted.fencedWrites.settle.inc();
  logEnd(ending, settlement);
  await announceEnd(reply, ending, settlement, worker.writer);
}

/** Logs how a run ended, without its texts; milliseconds since its admission. */
function logEnd({ generation, attempt, state, errorCode }: Ending, { chargedMicro }: Settlement): void {
  const { id: generationId, requestId, task, model, provider, createdAt } = generation;
  const milliseconds = sharedNow() - createdAt.getTime();
  const outcome = { state, errorCode, milliseconds, chargedMicro: chargedMicro.toString() };
  logger().info({ generationId, requestId, attempt, task, model, provider, ...outcome }, 'run ended');
}
