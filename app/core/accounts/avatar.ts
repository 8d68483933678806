import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Stores where the picture of a user is, as a path of ours; null for none. */
export async function setAvatar(
  tx: Tx,
  { userId, path }: { userId: string; path: string | null },
): Promise<void> {
  await change(tx, 'UPDATE users SET avatar = ?, updated_at = ? WHERE id = ?', [path, new Date(), userId]);
}

/** Forgets the picture of a user where it is this one, whose file is gone. */
export async function forgetAvatar(
  tx: Tx,
  { userId, path }: { userId: string; path: string },
): Promise<void> {
  await change(
    tx,
    'UPDATE users FORCE INDEX (PRIMARY) SET avatar = NULL, updated_at = ? WHERE id = ? AND avatar = ?',
    [new Date(), userId, path],
  );
}
