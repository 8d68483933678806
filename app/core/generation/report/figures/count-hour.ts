import { isErrorCode } from '#app/contracts/errors.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { addCall, type EndedCall, type Tally } from './tally.ts';

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

/**
 * Counts the calls that were begun within an hour and have ended, by offer. An id tells its time, so an hour is a range
 * of the primary key: what the count costs does not grow with the table.
 * @param hourAt when the hour begins
 */
export async function countHour(hourAt: Date): Promise<Map<string, Tally>> {
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
