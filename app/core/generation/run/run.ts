import { AppError } from '#app/contracts/errors.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { setAnsweringOffer, type Generation } from '#app/core/generation/record/row.ts';
import { chargeFor, chargeForSteps, chargeForUsage, reasonFor } from '#app/core/generation/settle/charge.ts';
import { withCharges } from '#app/core/generation/settle/continuation-charge.ts';
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
import { needsLog } from '#app/core/targets/target.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { streamAnswer } from './answer.ts';
import { claimGeneration, claimPoll } from './claim.ts';
import { handOver, isDrained, takeOver } from './continuation/handover.ts';
import { splitByProvider } from './continuation/attribution.ts';
import { runJob } from './job/job.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * Runs one generation from claim to settle, or orders its job. No-op if another worker owns it. The run does
 * not depend on any reader. This is the only way to a provider.
 */
export async function runGeneration(run: RunPayload, worker: WorkerContext): Promise<void> {
  const claimed = await claimGeneration({ ...run, workerId: worker.id });
  if (!claimed || isUnderWay(run.generationId, worker)) return;
  await runClaimed(claimed.generation, claimed.stored, worker);
}

/** Polls the job of a generation once, and settles it when it has ended. */
export async function pollGeneration(run: RunPayload, worker: WorkerContext): Promise<void> {
  const generation = await claimPoll({ ...run, workerId: worker.id });
  if (generation) await runClaimed(generation, Promise.resolve(), worker);
}

/** @param stored resolves when the claim is committed */
async function runClaimed(
  generation: Generation,
  stored: Promise<void>,
  worker: WorkerContext,
): Promise<void> {
  const reply = new RunningReply(generation);
  worker.running.add(reply);
  const takingOver = takeOver(reply);
  // Until both are done, no checkpoint may overwrite the earlier output.
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
    // The row stays as it is; its lease expires and the sweeper closes it.
    logger().error({ err: error, generationId, requestId, attempt }, 'run was given up');
  } finally {
    endCall();
    worker.running.delete(reply);
  }
}

/**
 * Loads the task's input.
 * @returns the input, or the error of a file store that is away: the reader gets it at once, free of charge
 */
function load(generation: Generation): Promise<Input | AppError> {
  return taskOf(generation)
    .load(AUTOCOMMIT, generation)
    .catch((error: unknown) => {
      if (isStoreAway(error)) return error;
      throw error;
    });
}

/**
 * Whether this worker already runs it: a Redis that lost its data accepts a job twice, and a claim by the
 * same worker succeeds.
 */
function isUnderWay(generationId: string, { running }: WorkerContext): boolean {
  for (const { generation } of running) if (generation.id === generationId) return true;
  return false;
}

/**
 * Settles the end of a run and notifies its readers. No-op if another worker owns the run.
 * @param input as its task loaded it; empty if that failed
 * @param error the error that ended its provider's stream early, or null
 */
export async function concludeRun(
  reply: RunningReply,
  input: Input,
  error: unknown,
  worker: WorkerContext,
): Promise<void> {
  // Published before settling: a settle would take the processor from the delivery of the text.
  const isDelivered = await worker.writer.delivered(reply);
  const { attempt, thinking, answering: server, finishReason } = reply;
  const generation = setAnsweringOffer(reply.generation, server);
  const task = taskOf(generation);
  const target = targetOf(generation);
  const answer = { reasons: Object.values(reply.finishReasons), usage: reply.usage };
  const emptyReason = error ? null : task.emptyReason(answer, input, server);
  let outcome = outcomeOf({ finishReason, error, emptyReason }, reply);
  if (!outcome) return;
  // A call of the API is read only in the log; everything else is read in the row as well.
  const isMissed = !isDelivered && target.endsWithReader && !reply.leftUntil && outcome.state !== 'stopped';
  if (isMissed) outcome = undelivered(reply);
  if (outcome.state === 'done' && reply.leftUntil === 'usage') outcome.chargeReason = 'ran_on';
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const prefix = generation.prefixText?.length ?? 0;
  const ownText = reply.text.slice(prefix) + reply.nonTextOutput;
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
          : await splitByProvider(reply.text, reply.parts, { from: prefix, asides: reply.nonTextOutput })),
        thinking,
        usage,
        isUsageBehind,
        tokenizer,
      }),
      generation,
    );
  };
  const charge = await untilAnswered(chargeOf, { generationId: generation.id });
  // Targets with a single text show their files separately; the stored content of a call lists them all the
  // same.
  if (target.takesDeltas || generation.storesContent) reply.nameFiles();
  const ending: Ending = {
    generation,
    attempt,
    from: 'running',
    ...outcome,
    ...charge,
    chargeReason: reasonFor(generation, outcome.chargeReason),
    // Whatever the outcome of the parent, the output of its steps is charged.
    ...(task.hasSteps && charge.costMicro > 0n && { chargeReason: 'output' as const }),
    text: target.resultOf?.(reply.text) ?? reply.text,
    thinking,
    // For a continued reply the earlier text counts, too.
    textTokens: reply.text === ownText ? (charge.textTokens ?? 0) : await countTokens(reply.text, tokenizer),
    firstTokenAt: reply.firstTokenAt,
    finishReasons: reply.finishReasons.length > 1 ? reply.finishReasons : undefined,
    stopSequence: reply.stopSequence,
    suggestions: reply.suggestions,
    attempts: withCharges(reply.attempts, charge.parts),
    files: reply.files,
    answer: needsLog(target, generation) ? reply.allEntries() : undefined,
    followUps: [],
  };
  ending.followUps = target.followUps?.(ending, input) ?? [];
  const settlement = await settleUntilDone(ending);
  if (!settlement) return counted.fencedWrites.settle.inc();
  logEnd(ending, settlement);
  await announceEnd(reply, ending, settlement, worker.writer);
}

/** Logs the end of a run, without its text; milliseconds since its admission. */
function logEnd({ generation, attempt, state, errorCode }: Ending, { chargedMicro }: Settlement): void {
  const { id: generationId, requestId, task, model, provider, createdAt } = generation;
  const milliseconds = sharedNow() - createdAt.getTime();
  const outcome = { state, errorCode, milliseconds, chargedMicro: chargedMicro.toString() };
  logger().info({ generationId, requestId, attempt, task, model, provider, ...outcome }, 'run ended');
}
