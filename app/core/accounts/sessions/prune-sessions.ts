import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Deletes sessions that ended or expired more than `days` ago, and mail links that expired as long ago.
 * @param most rows of each at a time
 * @returns how many rows were deleted
 */
export async function pruneSessions(days: number, most = 1000): Promise<number> {
  const sessions = await change(
    AUTOCOMMIT,
    'DELETE FROM sessions WHERE expires_at < NOW(3) - INTERVAL ? DAY OR ended_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days, days, most],
  );
  const links = await change(
    AUTOCOMMIT,
    'DELETE FROM email_tokens WHERE expires_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days, most],
  );
  return sessions + links;
}
