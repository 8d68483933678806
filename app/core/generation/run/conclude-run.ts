import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { servedBy } from '#app/core/generation/record/candidates-of.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { announceEnd } from '#app/core/generation/settle/announce-end.ts';
import { chargeForSteps } from '#app/core/generation/settle/charge-steps.ts';
import { chargeFor, chargeForUsage, reasonFor } from '#app/core/generation/settle/charge.ts';
import { outcomeOf, undelivered } from '#app/core/generation/settle/outcome.ts';
import { settleUntilDone } from '#app/core/generation/settle/settle-until-done.ts';
import { splitParts, withParts } from '#app/core/generation/settle/split-parts.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { untilAnswered } from '#app/core/platform/passing-error.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { landsLog } from '#app/core/targets/target.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { WorkerContext } from './worker-context.ts';

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
