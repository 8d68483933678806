import { storeAnswer } from '#app/core/call-contents/call-contents.ts';
import { endEvent, type SettledEnding } from '#app/core/generation/record/ending.ts';
import { storeRepeatAnswer } from '#app/core/idempotency/stored-answers.ts';
import type { Transaction } from '#db/transaction.ts';
import type { LogFacts, Target } from './target.ts';

/** Milliseconds after its end during which a client's retry may adopt a call of the public API. */
export const ADOPTABLE_MS = 60_000;

/** Vectors take thousands of times the space of text: kept only as long as an official client retries. */
const VECTORS_MS = 20_000;

/**
 * A call of the public API. Its answer is in its stream log only, unless it is stored for a repeat of the
 * call or for its account.
 */
export const call: Target = {
  name: 'call',
  listedAs: 'api',
  endsWithReader: true,
  takesDeltas: true,
  maxConcurrent: ({ LIMIT_API_CONCURRENT }) => LIMIT_API_CONCURRENT,
  keepsLogFor: callLogLifetime,
  keepsFilesFor: 24 * 60 * 60 * 1000,

  async storeResult(tx, booked) {
    await storeRepeatable(tx, booked);
    await storeContents(tx, booked);
  },
};

/**
 * An order by a client of the public API that fetches the result later by its id: it continues without any
 * reader. Its result is a file of its owner for a day.
 */
export const job: Target = {
  name: 'job',
  listedAs: 'api',
  endsWithReader: false,
  takesDeltas: false,
  maxConcurrent: ({ LIMIT_API_CONCURRENT }) => LIMIT_API_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: 24 * 60 * 60 * 1000,
  storeResult: storeContents,

  /** The account's webhooks are read later, when the job runs. */
  followUps({ generation: { id: generationId, userId, task }, state }) {
    const type = `${task}.${state === 'done' ? 'completed' : 'failed'}`;
    const at = Math.floor(Date.now() / 1000);
    return [{ job: 'announce-job', subject: generationId, payload: { userId, generationId, type, at } }];
  },
};

/**
 * Milliseconds for which the log of a call is kept after its newest entry: output is deleted as soon as no
 * retry can ask for it any more. It is stored nowhere else, and is not ours to keep.
 * @param ttlMs the operator's setting, and the maximum
 */
export function callLogLifetime({ hasEnded, hasVectors }: LogFacts, ttlMs: number): number {
  if (!hasEnded) return ttlMs;
  return Math.min(ttlMs, hasVectors ? VECTORS_MS : ADOPTABLE_MS);
}

/** The whole log of a run, including its end, with one JSON text per entry. */
export function entriesOf({ ending, chargedMicro }: SettledEnding): string[] {
  return [...(ending.answer ?? []), JSON.stringify(endEvent(ending, chargedMicro))];
}

/** Stores the answers of calls for the accounts that store their calls, whatever the outcome. */
export async function storeContents(tx: Transaction, booked: readonly SettledEnding[]): Promise<void> {
  for (const one of booked) {
    const { id, userId, storesContent } = one.ending.generation;
    if (storesContent) await storeAnswer(tx, { id, userId, entries: entriesOf(one) });
  }
}

/** Stores whole answers of calls for repeats of the call. */
export async function storeRepeatable(tx: Transaction, booked: readonly SettledEnding[]): Promise<void> {
  for (const one of booked) {
    const { id: generationId, userId, keepsAnswer } = one.ending.generation;
    if (keepsAnswer && one.ending.state === 'done')
      await storeRepeatAnswer(tx, { generationId, userId, entries: entriesOf(one) });
  }
}
