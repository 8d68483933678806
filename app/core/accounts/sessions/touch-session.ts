import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SEEN_EVERY_MS, SESSION_IDLE_MS } from './session-lifetime.ts';

/** Notes that a session is in use and moves its expiry, at most once a minute. */
export async function touchSession(tx: Tx, sessionId: string, seenAt: Date, now: Date): Promise<void> {
  if (now.getTime() - seenAt.getTime() < SEEN_EVERY_MS) return;
  await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET seen_at = ?, expires_at = ? WHERE id = ? AND ended_at IS NULL',
    [now, new Date(now.getTime() + SESSION_IDLE_MS), sessionId],
  );
}
