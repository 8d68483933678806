import { isErrorCode, type ErrorCode } from '#app/contracts/errors.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { isRefusal } from '#app/core/generation/run/provider-call.ts';
import { lowestIdAt, timeOfId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Days that statistics cover; one more is stored for readers at the limit. */
const DAYS = 30;

const STORED_DAYS = 31;

export const HOUR_MS = 3_600_000;

/** Rows that one statement reads. */
const BATCH = 500;

interface Row {
  id: string;
  attempts: string;
  error_code: string | null;
  answer_ms: string | null;
  tokens: string | null;
}

/** Counts of an offer in an hour: sums, so that hours can be added up. */
export interface Tally {
  answered: number;
  failed: number;
  /** Milliseconds to the first token, summed over all answers. */
  firstTokenMs: number;
  /** Tokens of answers whose speed can be measured, and their duration in milliseconds. */
  timedTokens: number;
  timedMs: number;
}

/** An ended call, reduced to what its offers' statistics need. */
export interface EndedCall {
  attempts: readonly Attempt[];
  errorCode: ErrorCode | null;
  /** Milliseconds from the first token to the end; null without a first token. */
  answerMs: number | null;
  /** Tokens received in that time. */
  tokens: number | null;
}

/** Min duration in milliseconds and min tokens to measure a speed. */
const MIN_MS = 250;

const MIN_TOKENS = 10;

/** Errors that count as a provider's failure: not a full queue, nor errors caused by the caller or by us. */
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

const DAY_MS = 24 * HOUR_MS;

/** Max duration of a call in hours: when an hour is over, this many hours before it are counted again. */
const MAX_CALL_HOURS = 2;

/** Milliseconds within which a count by any worker makes another one needless. */
const FRESH_MS = 4 * 60_000;

/** Offer id of the row that records how far the count has come. */
const NO_OFFER = '';

/**
 * Counts the results of offers in the current hour and in those since the last count; once an hour also in
 * the hours before, whose calls may have ended since. The first count goes back 30 days. Repeated and
 * concurrent counts are harmless: they store the same result.
 */
export async function countOffers(now = new Date()): Promise<void> {
  const last = await selectRow<{ hour_at: Date; counted_at: Date }>(
    AUTOCOMMIT,
    'SELECT hour_at, counted_at FROM offer_hours WHERE offer_id = ? ORDER BY hour_at DESC LIMIT 1',
    [NO_OFFER],
  );
  if (last && now.getTime() - last.counted_at.getTime() < FRESH_MS) return;
  const first = last ? firstHour(last.hour_at.getTime(), now) : await firstCall();
  const oldest = Math.max(first ?? now.getTime(), now.getTime() - DAYS * DAY_MS);
  for (let hour = beginOfHour(oldest); hour <= now.getTime(); hour += HOUR_MS)
    await storeHour(new Date(hour), await countHour(new Date(hour)), now);
  await change(AUTOCOMMIT, 'DELETE FROM offer_hours WHERE hour_at < ?', [
    new Date(now.getTime() - STORED_DAYS * DAY_MS),
  ]);
}

/** Start of the first call, in milliseconds since the epoch; null if there is none. */
async function firstCall(): Promise<number | null> {
  const row = await selectRow<{ id: string | null }>(AUTOCOMMIT, 'SELECT MIN(id) AS id FROM generations');
  return row?.id ? timeOfId(row.id).getTime() : null;
}

function firstHour(lastHour: number, now: Date): number {
  const isUnderWay = lastHour === beginOfHour(now.getTime());
  return isUnderWay ? lastHour : lastHour - MAX_CALL_HOURS * HOUR_MS;
}

/** Start of the hour of a moment, in milliseconds since the epoch. */
export const beginOfHour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

async function storeHour(hourAt: Date, tallies: ReadonlyMap<string, Tally>, now: Date): Promise<void> {
  const nothing: Tally = { answered: 0, failed: 0, firstTokenMs: 0, timedTokens: 0, timedMs: 0 };
  const rows = [...tallies, [NO_OFFER, nothing] as const].map(
    ([offerId, { answered, failed, firstTokenMs, timedTokens, timedMs }]) => [
      offerId,
      hourAt,
      answered,
      failed,
      Math.round(firstTokenMs),
      timedTokens,
      timedMs,
      now,
    ],
  );
  await change(
    AUTOCOMMIT,
    `INSERT INTO offer_hours (offer_id, hour_at, answered, failed, first_token_ms, timed_tokens, timed_ms, counted_at)
     VALUES ? ON DUPLICATE KEY UPDATE answered = VALUES(answered), failed = VALUES(failed),
       first_token_ms = VALUES(first_token_ms), timed_tokens = VALUES(timed_tokens), timed_ms = VALUES(timed_ms),
       counted_at = VALUES(counted_at)`,
    [rows],
  );
}

/**
 * Counts the calls that began within an hour and have ended, by offer. Ids contain their time, so an hour is
 * a range of the primary key: the cost of the count does not grow with the table.
 * @param hourAt start of the hour
 */
async function countHour(hourAt: Date): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const end = lowestIdAt(new Date(hourAt.getTime() + HOUR_MS));
  for (let after = lowestIdAt(hourAt); ;) {
    const rows = await readRows(after, end);
    for (const row of rows) addCall(tallies, toCall(row));
    const last = rows.at(-1);
    if (last === undefined) return tallies;
    after = last.id;
  }
}

function readRows(after: string, end: string): Promise<Row[]> {
  return selectRows<Row>(
    AUTOCOMMIT,
    `SELECT id, attempts, error_code,
       TIMESTAMPDIFF(MICROSECOND, first_token_at, finished_at) DIV 1000 AS answer_ms,
       COALESCE(counted_tokens, completion_tokens) AS tokens
     FROM generations WHERE id > ? AND id < ? AND finished_at IS NOT NULL AND attempts IS NOT NULL
       AND own_key = 0
     ORDER BY id LIMIT ?`,
    [after, end, BATCH],
  );
}

function toCall(row: Row): EndedCall {
  return {
    attempts: JSON.parse(row.attempts) as Attempt[],
    errorCode: isErrorCode(row.error_code) ? row.error_code : null,
    answerMs: row.answer_ms === null ? null : Number(row.answer_ms),
    tokens: row.tokens === null ? null : Number(row.tokens),
  };
}

/** Adds a call to the counts of its offers. */
export function addCall(tallies: Map<string, Tally>, call: EndedCall): void {
  for (const { offerId, answered, ms, errorCode, status } of call.attempts) {
    if (offerId === null) continue;
    if (answered && errorCode === null) addAnswer(tallyOf(tallies, offerId), ms, call);
    else if (isFault(errorCode, status)) tallyOf(tallies, offerId).failed += 1;
  }
}

/**
 * Counts an answer: an offer that begins to answer also ends the call, with or without an error, unless
 * another continued it.
 */
function addAnswer(tally: Tally, ms: number, { attempts, errorCode, answerMs, tokens }: EndedCall): void {
  if (isFault(errorCode, null)) {
    tally.failed += 1;
    return;
  }
  tally.answered += 1;
  tally.firstTokenMs += ms;
  // An answer of several providers measures no offer's speed.
  if (attempts.some(({ resumed }) => resumed)) return;
  if (answerMs === null || tokens === null || answerMs < MIN_MS || tokens < MIN_TOKENS) return;
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

function isFault(code: ErrorCode | null, status: number | null): boolean {
  return code !== null && FAULTS.has(code) && !isRefusal({ code, status });
}
