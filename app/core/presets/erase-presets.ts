import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Deletes the presets of a deleted account. @returns how many rows were there, at most `most` */
export function erasePresets(userId: string, most: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM presets WHERE user_id = ? LIMIT ?', [userId, most]);
}
