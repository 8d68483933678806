import { deltaText } from '#app/contracts/completion.ts';
import type { LogEntry, ReplyEnd, ReplyEvent } from '#app/contracts/generation.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { tellUser } from '#app/core/generation/settle/announce-end.ts';
import { endEvent } from '#app/core/generation/record/end-event.ts';
import { type Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf, servedBy } from '#app/core/generation/record/candidates-of.ts';
import { chargeFor } from '#app/core/generation/settle/charge.ts';
import { readCheckpoint, type Progress } from '#app/core/generation/run/checkpoint.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Said } from '#app/core/generation/settle/outcome.ts';
import { fenceOff, type Fenced } from './fence-off.ts';
import type { ResumedPart } from '#app/core/generation/stream/running-reply.ts';
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
  const fromLog = joined(logged);
  const stored = await readCheckpoint(AUTOCOMMIT, admitted.id);
  const { progress } = stored;
  const prefix = admitted.prefixText ?? '';
  const text = longer(fromLog.text, stored.text, prefix);
  const thinking = longer(fromLog.thinking, stored.thinking);
  const asides = longer(fromLog.asides, progress.asides);
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
    text,
    thinking,
    textTokens: text === '' ? null : await countTokens(text, tokenizer),
    firstTokenAt: null,
    attempts: [],
    answer: target.keepsLog && [...logged, ...unseen].map((entry) => JSON.stringify(entry)),
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

/** Who had taken the run: as readers of a call were told, else as the checkpoint says. */
function serverOf(
  generation: Generation,
  logged: readonly LogEntry[],
  { isTaken, offerId }: Progress,
): Candidate | null {
  const start = logged.find((entry) => entry.type === 'start');
  const known = candidatesOf(generation).filter(
    ({ model, provider }) => !start || (model === start.model && provider === start.provider),
  );
  const taker = isTaken ? known.find((candidate) => candidate.offerId === offerId) : undefined;
  return taker ?? (start ? (known[0] ?? null) : null);
}

/** Who had gone on with it: as the log says, which is never behind, else as the checkpoint says. */
function partsOf(
  generation: Generation,
  logged: readonly LogEntry[],
  { parts: stored = [] }: Progress,
): ResumedPart[] {
  const candidates = candidatesOf(generation);
  const parts: ResumedPart[] = [];
  let at = 0;
  for (const entry of logged) {
    if (entry.type === 'text') at = entry.at + entry.text.length;
    else if (entry.type === 'resume') {
      const { model, provider } = entry;
      const candidate = candidates.find((one) => one.model === model && one.provider === provider);
      if (candidate) parts.push({ candidate, at });
    }
  }
  if (parts.length >= stored.length) return parts;
  return stored.flatMap(({ offerId, at: from }) => {
    const candidate = candidates.find((one) => one.offerId === offerId);
    return candidate ? [{ candidate, at: from }] : [];
  });
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

/** What the entries of a log say. */
function joined(entries: readonly LogEntry[]): Record<'text' | 'thinking' | 'asides', string> {
  const said = { text: '', thinking: '', asides: '' };
  for (const entry of entries) {
    if (entry.type === 'text' || entry.type === 'thinking') said[entry.type] += entry.text;
    else if (entry.type === 'delta') said.asides += deltaText(entry.delta);
  }
  return said;
}

function longer(...texts: string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
