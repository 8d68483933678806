import { AppError } from '#app/contracts/errors.ts';
import { duplicateKey } from '#db/errors.ts';
import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Profile {
  userId: string;
  name: string;
  username: string | null;
}

/**
 * Stores what a user is called.
 * @throws AppError conflict naming `username` when somebody else has it
 */
export async function changeProfile(tx: Tx, { userId, name, username }: Profile): Promise<void> {
  try {
    await change(tx, 'UPDATE users SET name = ?, username = ?, updated_at = ? WHERE id = ?', [
      name,
      username,
      new Date(),
      userId,
    ]);
  } catch (error) {
    if (duplicateKey(error) === null) throw error;
    throw new AppError('conflict', { param: 'username', cause: error });
  }
}
