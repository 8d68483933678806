import type { LogFacts } from '../target.ts';

/** How long after its end a client's retry may take up a call of the public API. */
export const ADOPTABLE_MS = 60_000;
/** Vectors take thousands of times the room of words: as long as an official client takes for its retries. */
const VECTORS_MS = 20_000;

/**
 * How many milliseconds the log of a call is kept after its newest entry: what it said goes as soon as no retry can ask
 * for it any more. It stands nowhere else, and is not ours to keep.
 * @param ttlMs the operator's setting, and the most
 */
export function callLogLifetime({ hasEnded, hasVectors }: LogFacts, ttlMs: number): number {
  if (!hasEnded) return ttlMs;
  return Math.min(ttlMs, hasVectors ? VECTORS_MS : ADOPTABLE_MS);
}
