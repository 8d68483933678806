import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Deletes what was sent for a deleted account, then its endpoints. @returns how many rows were there, at most `most` */
export async function eraseEndpoints(userId: string, most: number): Promise<number> {
  const sent = await change(AUTOCOMMIT, 'DELETE FROM webhook_deliveries WHERE user_id = ? LIMIT ?', [
    userId,
    most,
  ]);
  if (sent > 0) return sent;
  return change(AUTOCOMMIT, 'DELETE FROM webhook_endpoints WHERE user_id = ? LIMIT ?', [userId, most]);
}
