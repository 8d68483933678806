import { change, changeInBatches } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const DAY_MS = 86_400_000;

/** Deletes a response of its owner. @returns false where there is none */
export async function forgetResponse({ userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await change(AUTOCOMMIT, 'DELETE FROM responses WHERE id = ? AND user_id = ?', [id, userId])) === 1;
}

/** Deletes the responses of a deleted account. @returns how many, at most `most` */
export function eraseResponses(userId: string, most: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM responses WHERE user_id = ? LIMIT ?', [userId, most]);
}

/**
 * Deletes responses that were made more than `days` ago.
 * @param batch rows at a time: they may be large
 * @returns how many
 */
export function pruneResponses(days: number, batch = 200): Promise<number> {
  const before = new Date(Date.now() - days * DAY_MS);
  return changeInBatches('DELETE FROM responses WHERE created_at < ? LIMIT ?', [before], batch);
}
