import { AppError } from '#app/contracts/errors.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { isBanned } from './bans.ts';

interface Admin {
  id: string;
  role: string;
  bannedAt: Date | null;
  bannedUntil: Date | null;
}

/**
 * Refuses to remove the last active administrator. All administrators stay locked until the transaction ends:
 * of two who leave, or remove each other at the same time, the second one is refused.
 * @throws AppError conflict naming `role`
 */
export async function assertNotLastAdmin(tx: Transaction, userId: string, now = new Date()): Promise<void> {
  const user = await selectRow<{ role: string }>(tx, 'SELECT role FROM users WHERE id = ?', [userId]);
  if (user?.role !== 'ADMIN') return;
  const seen = await selectRows<{ id: string }>(tx, `SELECT id FROM users WHERE role = 'ADMIN'`);
  const locked = await selectRows<Admin>(
    tx,
    `SELECT id, role, banned_at AS bannedAt, banned_until AS bannedUntil FROM users
     WHERE id IN (?) ORDER BY id FOR UPDATE`,
    [seen.map(({ id }) => id)],
  );
  const others = locked.filter((one) => one.role === 'ADMIN' && one.id !== userId && !isBanned(one, now));
  if (others.length === 0)
    throw new AppError('conflict', { param: 'role', message: 'This is the last administrator.' });
}

/** Sets a user's role. @returns false if they already had it */
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
