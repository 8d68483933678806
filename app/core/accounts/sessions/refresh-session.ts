import { change, selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { isId } from '#app/core/platform/ids.ts';
import { SESSION_IDLE_MS } from './session-lifetime.ts';

/** For this long the previous refresh token still gives its successor: a second tab, or an answer lost on the way. */
export const REPEAT_MS = 60_000;

interface Row {
  refresh_counter: number;
  refreshed_at: Date | null;
}

/**
 * Exchanges the refresh token number `counter` of a session for its successor. Numbers make the successor
 * recomputable, so that everybody who holds the previous token gets the same one. A token used later than
 * that has been stolen or its thief was faster: the whole family ends.
 * @returns the successor's number, or null when the token opens nothing any more
 */
export async function refreshSession(
  tx: Tx,
  { sessionId, counter }: { sessionId: string; counter: number },
  now = new Date(sharedNow()),
): Promise<number | null> {
  if (!isId(sessionId)) return null;
  const rotated = await change(
    tx,
    `UPDATE sessions FORCE INDEX (PRIMARY) SET refresh_counter = refresh_counter + 1, refreshed_at = ?, seen_at = ?, expires_at = ?
     WHERE id = ? AND refresh_counter = ? AND ended_at IS NULL AND expires_at > ?`,
    [now, now, new Date(now.getTime() + SESSION_IDLE_MS), sessionId, counter, now],
  );
  if (rotated === 1) return counter + 1;

  const row = await selectRow<Row>(
    tx,
    'SELECT refresh_counter, refreshed_at FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at > ?',
    [sessionId, now],
  );
  if (!row || counter >= row.refresh_counter) return null;
  const previous = counter === row.refresh_counter - 1;
  const age = now.getTime() - (row.refreshed_at?.getTime() ?? 0);
  if (previous && age <= REPEAT_MS) return row.refresh_counter;
  await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
    [now, sessionId],
  );
  return null;
}
