import { timeOfId } from '#app/core/platform/ids.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { countHour, HOUR_MS } from './count-hour.ts';
import type { Tally } from './tally.ts';

/** No figure goes further back; the day before is room for one that is being read. */
const DAYS = 30;
const KEPT_DAYS = 31;
const DAY_MS = 24 * HOUR_MS;
/** A call may run for so long: when an hour is over, those before it are counted once more. */
const LONGEST_HOURS = 2;
/** Some worker has counted within it: the others need not. */
const FRESH_MS = 4 * 60_000;
/** The row that says how far the count has come. */
const NO_OFFER = '';

/**
 * Counts how offers have answered in the hour under way and in those since the last count; once an hour also in those
 * before, whose calls may have ended since. The first count goes back 30 days. Harmless when repeated, and beside another
 * one: an hour has one outcome.
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
    new Date(now.getTime() - KEPT_DAYS * DAY_MS),
  ]);
}

/** When the first call was begun; null where there was none. */
async function firstCall(): Promise<number | null> {
  const row = await selectRow<{ id: string | null }>(AUTOCOMMIT, 'SELECT MIN(id) AS id FROM generations');
  return row?.id ? timeOfId(row.id).getTime() : null;
}

function firstHour(lastHour: number, now: Date): number {
  const isUnderWay = lastHour === beginOfHour(now.getTime());
  return isUnderWay ? lastHour : lastHour - LONGEST_HOURS * HOUR_MS;
}

/** When the hour of a moment began, in milliseconds since the epoch. */
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
