import { isId, newId } from '#app/core/platform/ids.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import type { SessionKind } from './session-user.ts';

/** The origin of a session, shown in the list in which its owner looks for unknown devices. */
export interface SessionOrigin {
  userAgent: string | null;
  address: string | null;
}

/** A session expires when it has not been used for this long. */
export const SESSION_IDLE_MS = 30 * 24 * 3_600_000;

/** Min interval between writes of `seen_at`, so that not every page view writes a row. */
const SEEN_EVERY_MS = 60_000;

/**
 * For this long the previous refresh token still returns its successor: for a second tab, or a lost response.
 */
const REPEAT_MS = 60_000;

interface Row {
  refresh_counter: number;
  refreshed_at: Date | null;
}

/**
 * Starts a session.
 * @returns its id
 */
export async function startSession(
  tx: Autocommit,
  { userId, kind, userAgent, address }: SessionOrigin & { userId: string; kind: SessionKind },
  now = new Date(),
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now.getTime() + SESSION_IDLE_MS);
  await change(
    tx,
    `INSERT INTO sessions (id, user_id, kind, refresh_counter, user_agent, address, created_at, seen_at, expires_at)
     VALUES (?)`,
    [
      [
        id,
        userId,
        kind,
        0,
        userAgent?.slice(0, 255) ?? null,
        address?.slice(0, 64) ?? null,
        now,
        now,
        expiresAt,
      ],
    ],
  );
  return id;
}

/** Updates last use and expiry of a session, at most once a minute. */
export async function touchSession(tx: Tx, sessionId: string, seenAt: Date, now: Date): Promise<void> {
  if (now.getTime() - seenAt.getTime() < SEEN_EVERY_MS) return;
  await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET seen_at = ?, expires_at = ? WHERE id = ? AND ended_at IS NULL',
    [now, new Date(now.getTime() + SESSION_IDLE_MS), sessionId],
  );
}

/**
 * Exchanges the refresh token number `counter` of a session for its successor. With numbers the successor can
 * be computed again, so that all holders of the previous token get the same one. A token that is used later
 * than that has been stolen, or a thief has used it first: the whole session ends.
 * @returns the successor's number, or null when the token is no longer valid
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
