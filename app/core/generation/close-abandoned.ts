import type { LogEntry, ReplyEnd, ReplyEvent } from '#app/contracts/generation.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { tellUser } from './announce-end.ts';
import { endEvent } from './end-event.ts';
import { chargeFor, NO_CHARGE, type Charge } from './charge.ts';
import { logLifetime } from './log-lifetime.ts';
import { loadPrompt } from './load-prompt.ts';
import type { RunOutcome } from './outcome.ts';
import { fenceOff, type Fenced } from './fence-off.ts';
import { appendToLogs } from './reply-log.ts';
import type { Generation } from './row.ts';
import type { Ending } from './ending.ts';
import { settleGeneration } from './settle.ts';
import { readStoredReply } from './stored-reply.ts';

/**
 * Closes a run that has no worker: one that died, or one that never began. Its older attempt is fenced off,
 * its text is the longer of the log's and the checkpoint's, and it is charged as the table says.
 * @param outcome what to make of it, given whether there is any text
 * @returns false when somebody else closed it first
 */
export async function closeAbandoned(
  generation: Generation,
  outcome: (hasText: boolean) => RunOutcome,
): Promise<boolean> {
  const fenced = await fenceOff(generation);
  return fenced !== null && closeFenced(generation, fenced, outcome);
}

/** The same for a run that is fenced off already. */
export async function closeFenced(
  generation: Generation,
  { attempt, log }: Fenced,
  outcome: (hasText: boolean) => RunOutcome,
): Promise<boolean> {
  const logged = log ?? [];
  const fromLog = { text: joined(logged, 'text'), thinking: joined(logged, 'thinking') };
  const stored = await readStoredReply(AUTOCOMMIT, generation.id);
  const text = longer(fromLog.text, stored?.text ?? '', generation.prefixText ?? '');
  const thinking = longer(fromLog.thinking, stored?.thinking ?? '');
  const ownText = text.slice(generation.prefixText?.length ?? 0);
  const ending: Ending = {
    generation,
    attempt,
    from: generation.state === 'queued' ? 'queued' : 'running',
    ...outcome(ownText !== ''),
    ...(await price(generation, ownText, thinking)),
    text,
    thinking,
    firstTokenAt: null,
    attempts: [],
    follow: null,
  };
  const settlement = await settleGeneration(ending);
  if (!settlement) return false;
  logger().info(
    { generationId: generation.id, state: ending.state, length: text.length },
    'closed an abandoned run',
  );
  await appendRest(
    generation,
    attempt,
    logged.length,
    restOf(fromLog, { text, thinking }),
    endEvent(ending, settlement.chargedMicro),
  );
  await tellUser(ending, settlement);
  return true;
}

async function price(generation: Generation, text: string, thinking: string): Promise<Charge> {
  if (text === '' && thinking === '') return NO_CHARGE;
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const prompt = await loadPrompt(AUTOCOMMIT, generation);
  return chargeFor({ prompt, text, thinking, vectors: 0, usage: null, tokenizer }, generation);
}

/** What readers of the log have not seen, then the end. A log that cannot be written is replaced by the row. */
async function appendRest(
  { id: generationId, kind }: Generation,
  attempt: number,
  length: number,
  rest: ReplyEvent[],
  end: ReplyEnd,
): Promise<void> {
  const entries = [...rest, end].map((event) => JSON.stringify(event));
  const ttlMs = logLifetime({ kind, hasEnded: true, hasVectors: false }, config().LOG_TTL_MS);
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

function joined(events: LogEntry[], type: 'text' | 'thinking'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

function longer(...texts: string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
