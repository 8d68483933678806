import type { LogEntry, ReplyEnd, ReplyEvent } from '#app/contracts/generation.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { endEvent, type Ending, type RunOutcome } from '#app/core/generation/record/ending.ts';
import { setAnsweringOffer, type Generation } from '#app/core/generation/record/row.ts';
import { readCheckpoint, type Checkpoint, type Progress } from '#app/core/generation/run/checkpoint.ts';
import { canContinue, requeueStarted } from '#app/core/generation/run/continuation/handover.ts';
import {
  continuationsOf,
  answeringCandidate,
  splitByProvider,
} from '#app/core/generation/run/continuation/attribution.ts';
import { chargeFor, reasonFor } from '#app/core/generation/settle/charge.ts';
import type { ProducedOutput } from '#app/core/generation/settle/outcome.ts';
import { settleGeneration, notifyUser } from '#app/core/generation/settle/settle.ts';
import { appendToLogs, fenceLog, longest, joinOutput } from '#app/core/generation/stream/log.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { needsLog } from '#app/core/targets/target.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Output of a run without a worker, and whether its reader requested a stop. */
export interface Remains extends ProducedOutput {
  isStopRequested: boolean;
}

/** Log entries of an answer that can be continued. */
const PLAIN: ReadonlySet<LogEntry['type']> = new Set(['start', 'resume', 'text', 'thinking']);

/** A run whose worker can no longer store or publish anything. */
interface Fenced {
  /** The attempt in the row now; no worker runs it. */
  attempt: number;
  /** Output that readers may have seen; null when Redis is away. */
  log: LogEntry[] | null;
}

/**
 * Closes a run that has no worker: one whose worker died, or one that never began. Its older attempt is
 * fenced off, its output is the longer of log and checkpoint, and it is charged as its worker would have
 * charged it.
 * @param outcome derives the outcome from the remaining output
 * @returns false when another process closed it first
 */
export async function closeAbandoned(
  generation: Generation,
  outcome: (remains: Remains) => RunOutcome,
): Promise<boolean> {
  const fenced = await fenceOff(generation);
  return fenced !== null && closeFenced(generation, fenced, outcome);
}

/** Closes a run that is fenced off already. */
export async function closeFenced(
  admitted: Generation,
  { attempt, log }: Fenced,
  outcome: (remains: Remains) => RunOutcome,
): Promise<boolean> {
  const logged = log ?? [];
  const fromLog = joinOutput(logged);
  const stored = await readCheckpoint(AUTOCOMMIT, admitted.id);
  const { progress } = stored;
  const prefix = admitted.prefixText ?? '';
  const text = longest(fromLog.text, stored.text, prefix);
  const thinking = longest(fromLog.thinking, stored.thinking);
  const asides = longest(fromLog.asides, progress.asides);
  const ownText = text.slice(prefix.length) + asides;
  const server = answeringCandidate(admitted, logged, progress);
  const generation = setAnsweringOffer(admitted, server);
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
        ...(await splitByProvider(text, continuationsOf(admitted, logged, progress), {
          from: prefix.length,
          asides,
        })),
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
    ...(needsLog(target, generation) && {
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
  await notifyUser(ending, settlement);
  return true;
}

/**
 * Appends the output that readers of the log are missing, then the end. If the log cannot be written, the row
 * replaces it.
 */
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

/**
 * Lets another worker continue the answer of a run whose worker was lost (`run/continuation/handover.ts`):
 * the row is queued again with all the output its readers may have. Without a log that output is unknown.
 * @returns false if the run has to be closed
 */
export async function requeueForContinuation(
  generation: Generation,
  { attempt, log }: Fenced,
  stored: Checkpoint,
): Promise<boolean> {
  const task = taskOf(generation);
  if (!task.continuationOf || generation.ownKey || !log?.length) return false;
  if (!log.every(({ type }) => PLAIN.has(type))) return false;
  const output = joinOutput(log);
  const own = output.text.slice(generation.prefixText?.length ?? 0);
  if (!canContinue(generation, await task.load(AUTOCOMMIT, generation), own)) return false;
  const server = answeringCandidate(generation, log, stored.progress);
  if (!server || stored.progress.asides !== '') return false;
  const progress: Progress = { ...stored.progress, isTaken: true, offerId: server.offerId, losses: 1 };
  progress.isUsageBehind ||= output.text.length > stored.text.length;
  return requeueStarted(
    { id: generation.id, attempt },
    {
      text: longest(output.text, stored.text),
      thinking: longest(output.thinking, stored.thinking),
      progress: JSON.stringify(progress),
      published: log.length,
    },
  );
}

/**
 * Takes a run away from a worker that does not respond, first in the row and then in the log, before its
 * output is read: a worker that wakes up meanwhile can add nothing afterwards.
 * @param heartbeat the last heartbeat before it was given up; a worker with a later one keeps the run
 * @returns null when another process closed or claimed the run, or its worker kept it
 */
export async function fenceOff(
  { id, state, attempt }: Generation,
  heartbeat: Date | null = null,
): Promise<Fenced | null> {
  const raised = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET attempt = attempt + 1
     WHERE id = ? AND state = ? AND attempt = ? AND heartbeat_at <=> COALESCE(?, heartbeat_at)`,
    [id, state, attempt, heartbeat],
  );
  if (raised !== 1) return null;
  const log = await fenceLog(id, attempt + 1, config().LOG_TTL_MS).catch((error: Error) => {
    logger().warn({ generationId: id, error: error.message }, 'fenced off without the log');
    return null;
  });
  return { attempt: attempt + 1, log };
}
