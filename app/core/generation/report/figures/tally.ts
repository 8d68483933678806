import type { ErrorCode } from '#app/contracts/errors.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import { isRefusal } from '#app/core/generation/run/call-watch.ts';

/** What was counted of an offer in an hour: sums, so that hours can be added up. */
export interface Tally {
  answered: number;
  failed: number;
  /** Milliseconds to the first token of all that were answered. */
  firstTokenMs: number;
  /** Tokens of those whose speed can be told, and the milliseconds in which they came. */
  timedTokens: number;
  timedMs: number;
}

/** A call that has ended, as far as it says how its offers answered. */
export interface EndedCall {
  attempts: readonly Attempt[];
  errorCode: ErrorCode | null;
  /** From the first token to the end; null where there was none. */
  answerMs: number | null;
  /** Tokens that came in that time. */
  tokens: number | null;
}

/** A speed is measured over at least so much time and text. */
const LEAST_MS = 250;
const LEAST_TOKENS = 10;

/** Adds a call to what is counted of the offers that were asked. */
export function addCall(tallies: Map<string, Tally>, call: EndedCall): void {
  for (const { offerId, answered, ms, errorCode, status } of call.attempts) {
    if (offerId === null) continue;
    if (answered && errorCode === null) addAnswer(tallyOf(tallies, offerId), ms, call);
    else if (isFault(errorCode, status)) tallyOf(tallies, offerId).failed += 1;
  }
}

/** One that begins to answer ends the call, well or badly, unless another went on with it. */
function addAnswer(tally: Tally, ms: number, { attempts, errorCode, answerMs, tokens }: EndedCall): void {
  if (isFault(errorCode, null)) {
    tally.failed += 1;
    return;
  }
  tally.answered += 1;
  tally.firstTokenMs += ms;
  // What several have said tells nobody's speed.
  if (attempts.some(({ resumed }) => resumed)) return;
  if (answerMs === null || tokens === null || answerMs < LEAST_MS || tokens < LEAST_TOKENS) return;
  tally.timedTokens += tokens;
  tally.timedMs += answerMs;
}

function tallyOf(tallies: Map<string, Tally>, offerId: string): Tally {
  const known = tallies.get(offerId);
  if (known) return known;
  const fresh = { answered: 0, failed: 0, firstTokenMs: 0, timedTokens: 0, timedMs: 0 };
  tallies.set(offerId, fresh);
  return fresh;
}

/** What a provider can fail by. A full queue is none, nor is what a caller asked for, nor what we did. */
const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'insufficient_quota',
  'provider_model_not_found',
  'provider_timeout',
  'provider_unavailable',
  'provider_stalled',
  'provider_cut',
  'provider_malformed',
  'empty_completion',
]);

function isFault(code: ErrorCode | null, status: number | null): boolean {
  return code !== null && FAULTS.has(code) && !isRefusal({ code, status });
}
