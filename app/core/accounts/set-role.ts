import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Gives a user a role. @returns false where they had it before */
export async function setRole(
  tx: Tx,
  { userId, role }: { userId: string; role: 'USER' | 'ADMIN' },
): Promise<boolean> {
  const changed = await change(
    tx,
    'UPDATE users FORCE INDEX (PRIMARY) SET role = ?, updated_at = ? WHERE id = ? AND role <> ?',
    [role, new Date(), userId, role],
  );
  return changed === 1;
}
