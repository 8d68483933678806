import { isId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Ends a session that its own token or cookie named. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
    [new Date(), sessionId],
  );
}

/**
 * Ends one session of a user, named by them.
 * @returns false when it is not theirs, not there, or already over
 */
export async function endOwnSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  if (!isId(sessionId)) return false;
  const ended = await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET ended_at = ? WHERE id = ? AND user_id = ? AND ended_at IS NULL',
    [new Date(), sessionId, userId],
  );
  return ended === 1;
}

/**
 * Ends every session of a user but `keep`.
 * @returns how many were ended
 */
export async function endAllSessions(
  tx: Tx,
  { userId, keep = '' }: { userId: string; keep?: string },
): Promise<number> {
  return change(tx, 'UPDATE sessions SET ended_at = ? WHERE user_id = ? AND id <> ? AND ended_at IS NULL', [
    new Date(),
    userId,
    keep,
  ]);
}
