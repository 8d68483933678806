import type { ReplyEnd, ReplyEvent } from '#app/contracts/generation.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { tellUser } from '#app/core/generation/settle/announce-end.ts';
import { endEvent } from '#app/core/generation/record/end-event.ts';
import { servedBy } from '#app/core/generation/record/candidates-of.ts';
import { chargeFor, reasonFor } from '#app/core/generation/settle/charge.ts';
import { readCheckpoint } from '#app/core/generation/run/checkpoint.ts';
import { partsOf, serverOf } from '#app/core/generation/run/resume/who-answered.ts';
import { longest, saidIn } from '#app/core/generation/stream/said-in-log.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { landsLog } from '#app/core/targets/target.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Said } from '#app/core/generation/settle/outcome.ts';
import { fenceOff, type Fenced } from './fence-off.ts';
import { splitParts } from '#app/core/generation/settle/split-parts.ts';
import { appendToLogs } from '#app/core/generation/stream/reply-log.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Ending, RunOutcome } from '#app/core/generation/record/ending.ts';
import { settleGeneration } from '#app/core/generation/settle/settle.ts';

/** What is left of a run that has no worker, and whether its reader had asked for its end. */
export interface Remains extends Said {
  isStopRequested: boolean;
}

/**
 * Closes a run that has no worker: one that died, or one that never began. Its older attempt is fenced off, what it said
 * is the longer of the log's and the checkpoint's, and it is charged as its worker would have charged it.
 * @param outcome what to make of it, given what there is
 * @returns false when somebody else closed it first
 */
export async function closeAbandoned(
  generation: Generation,
  outcome: (remains: Remains) => RunOutcome,
): Promise<boolean> {
  const fenced = await fenceOff(generation);
  return fenced !== null && closeFenced(generation, fenced, outcome);
}

/** The same for a run that is fenced off already. */
export async function closeFenced(
  admitted: Generation,
  { attempt, log }: Fenced,
  outcome: (remains: Remains) => RunOutcome,
): Promise<boolean> {
  const logged = log ?? [];
  const fromLog = saidIn(logged);
  const stored = await readCheckpoint(AUTOCOMMIT, admitted.id);
  const { progress } = stored;
  const prefix = admitted.prefixText ?? '';
  const text = longest(fromLog.text, stored.text, prefix);
  const thinking = longest(fromLog.thinking, stored.thinking);
  const asides = longest(fromLog.asides, progress.asides);
  const ownText = text.slice(prefix.length) + asides;
  const server = serverOf(admitted, logged, progress);
  const generation = servedBy(admitted, server);
  const task = taskOf(generation);
  const target = targetOf(generation);
  const unseen = restOf(fromLog, { text, thinking });
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const end = outcome({
    hasWords: ownText !== '',
    hasOutput: ownText !== '' || thinking !== '',
    isTaken: progress.isTaken,
    isStopRequested: stored.isStopRequested,
  });
  const ending: Ending = {
    generation,
    attempt,
    from: generation.state === 'queued' ? 'queued' : 'running',
    ...end,
    ...(await chargeFor(
      end.chargeReason,
      async () => ({
        countSent: async () => task.countSent(await task.load(AUTOCOMMIT, generation), server, tokenizer),
        ...(await splitParts(text, partsOf(admitted, logged, progress), { from: prefix.length, asides })),
        thinking,
        usage: progress.usage,
        isUsageBehind: progress.isUsageBehind || text.length + thinking.length + asides.length > stored.size,
        tokenizer,
      }),
      generation,
    )),
    chargeReason: reasonFor(generation, end.chargeReason),
    text,
    thinking,
    textTokens: text === '' ? null : await countTokens(text, tokenizer),
    firstTokenAt: null,
    attempts: [],
    suggestions: progress.suggestions,
    ...(landsLog(target, generation) && {
      answer: [...logged, ...unseen].map((entry) => JSON.stringify(entry)),
    }),
    followUps: [],
  };
  ending.followUps = target.followUps?.(ending, {}) ?? [];
  const settlement = await settleGeneration(ending);
  if (!settlement) return false;
  logger().info(
    { generationId: generation.id, state: ending.state, length: text.length },
    'closed an abandoned run',
  );
  await appendRest(generation, attempt, logged.length, unseen, endEvent(ending, settlement.chargedMicro));
  await tellUser(ending, settlement);
  return true;
}

/** What readers of the log have not seen, then the end. A log that cannot be written is replaced by the row. */
async function appendRest(
  generation: Generation,
  attempt: number,
  length: number,
  rest: ReplyEvent[],
  end: ReplyEnd,
): Promise<void> {
  const entries = [...rest, end].map((event) => JSON.stringify(event));
  const { id: generationId } = generation;
  const facts = { hasEnded: true, hasVectors: false };
  const ttlMs = targetOf(generation).keepsLogFor(facts, config().LOG_TTL_MS);
  await appendToLogs([{ generationId, attempt, first: length + 1, entries, ttlMs }]).catch((error: Error) =>
    logger().warn({ generationId, error: error.message }, 'end not announced'),
  );
}

function restOf(
  logged: { text: string; thinking: string },
  whole: { text: string; thinking: string },
): ReplyEvent[] {
  return (['thinking', 'text'] as const).flatMap((type): ReplyEvent[] => {
    const at = logged[type].length;
    return whole[type].length > at ? [{ type, at, text: whole[type].slice(at) }] : [];
  });
}
