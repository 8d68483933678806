import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

export async function setRole(
  tx: Tx,
  { userId, role }: { userId: string; role: 'USER' | 'ADMIN' },
): Promise<void> {
  await change(tx, 'UPDATE users SET role = ?, updated_at = ? WHERE id = ?', [role, new Date(), userId]);
}
