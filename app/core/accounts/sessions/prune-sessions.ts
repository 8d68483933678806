import { changeInBatches } from '#db/sql.ts';

/**
 * Deletes sessions that ended or expired more than `days` ago, and mail links that expired as long ago.
 * @param batch rows of each at a time
 * @returns how many rows were deleted
 */
export async function pruneSessions(days: number, batch = 1000): Promise<number> {
  const sessions = await changeInBatches(
    'DELETE FROM sessions WHERE expires_at < NOW(3) - INTERVAL ? DAY OR ended_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days, days],
    batch,
  );
  const links = await changeInBatches(
    'DELETE FROM email_tokens WHERE expires_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days],
    batch,
  );
  return sessions + links;
}
