import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SessionUser } from './sessions/session-user.ts';

/** The switches of an account about what is stored of its API calls. */
export type Privacy = Pick<SessionUser, 'keepsCalls' | 'refusesStore'>;

/**
 * Stores the switches of an account. Its keys follow within a second; calls that are stored already stay until their
 * time is over.
 */
export async function setPrivacy(userId: string, { keepsCalls, refusesStore }: Privacy): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE users SET keeps_calls = ?, refuses_store = ?, updated_at = ? WHERE id = ?',
    [keepsCalls ? 1 : 0, refusesStore ? 1 : 0, new Date(), userId],
  );
}
