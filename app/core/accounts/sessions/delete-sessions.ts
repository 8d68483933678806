import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Deletes sessions and mailed links of a user.
 * @param most rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function deleteSessions(userId: string, most: number): Promise<number> {
  const sessions = await change(AUTOCOMMIT, 'DELETE FROM sessions WHERE user_id = ? LIMIT ?', [userId, most]);
  const links = await change(AUTOCOMMIT, 'DELETE FROM email_tokens WHERE user_id = ? LIMIT ?', [
    userId,
    most,
  ]);
  return sessions + links;
}
