import { currentPrefix, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf } from './secret.ts';

const COLUMNS = ['sealed_secret', 'old_secret'] as const;

interface Row {
  id: string;
  userId: string;
  sealed: string;
}

/**
 * Seals every secret of an endpoint again that an older encryption key has sealed. Can be repeated and run beside everything
 * else: a secret that changes meanwhile is left alone.
 * @returns how many were sealed again, and how many could not be opened
 */
export async function resealSecrets(tx: Tx, batch = 500): Promise<Resealed> {
  const total = { resealed: 0, failed: 0 };
  for (const column of COLUMNS) {
    const { resealed, failed } = await resealColumn(tx, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

async function resealColumn(tx: Tx, column: (typeof COLUMNS)[number], batch: number): Promise<Resealed> {
  const current = currentPrefix();
  const count = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await selectRows<Row>(
      tx,
      `SELECT id, user_id AS userId, ${column} AS sealed FROM webhook_endpoints
       WHERE id > ? AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
      [after, current.length, current, batch],
    );
    for (const { id, userId, sealed } of rows) {
      const fresh = sealAgain(sealed, bindingOf({ id, userId }));
      if (fresh === null) count.failed += 1;
      else
        count.resealed += await change(
          tx,
          `UPDATE webhook_endpoints FORCE INDEX (PRIMARY) SET ${column} = ? WHERE id = ? AND ${column} = ?`,
          [fresh, id, sealed],
        );
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}
