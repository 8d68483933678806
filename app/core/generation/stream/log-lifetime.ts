import type { GenerationKind } from '#app/core/generation/record/row.ts';

/** How long after its end a client's retry may take up a call of the public API. */
export const ADOPTABLE_MS = 60_000;
/** Vectors take thousands of times the room of words: as long as an official client takes for its retries. */
const VECTORS_MS = 20_000;

interface LogFacts {
  kind: GenerationKind;
  /** Its last entry is written. */
  hasEnded: boolean;
  hasVectors: boolean;
}

/**
 * How many milliseconds a log is kept after its newest entry. What a call of the public API said goes as soon as no
 * retry can ask for it any more: it stands nowhere else, and is not ours to keep.
 * @param ttlMs the operator's setting, for everything else
 */
export function logLifetime({ kind, hasEnded, hasVectors }: LogFacts, ttlMs: number): number {
  if (kind !== 'api' || !hasEnded) return ttlMs;
  return Math.min(ttlMs, hasVectors ? VECTORS_MS : ADOPTABLE_MS);
}
