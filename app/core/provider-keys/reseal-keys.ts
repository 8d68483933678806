import { currentPrefix, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf, type NamedKey } from './provider-key.ts';

interface Row extends NamedKey {
  sealed: string;
  expiresAt: Date;
}

/**
 * Seals every key again that an older encryption key has sealed. Can be repeated and run beside everything else: a key
 * that changes meanwhile is left alone.
 * @returns how many were sealed again, and how many could not be opened
 */
export async function resealKeys(tx: Tx, batch = 500): Promise<Resealed> {
  const current = currentPrefix();
  const count = { resealed: 0, failed: 0 };
  for (let after = ['', '']; ;) {
    const rows = await selectRows<Row>(
      tx,
      `SELECT user_id AS userId, name, sealed_value AS sealed, expires_at AS expiresAt FROM provider_keys
       WHERE (user_id, name) > (?) AND LEFT(sealed_value, ?) <> ? ORDER BY user_id, name LIMIT ?`,
      [after, current.length, current, batch],
    );
    for (const { sealed, expiresAt, ...key } of rows) {
      const fresh = sealAgain(sealed, bindingOf(key, expiresAt));
      if (fresh === null) count.failed += 1;
      else
        count.resealed += await change(
          tx,
          'UPDATE provider_keys FORCE INDEX (PRIMARY) SET sealed_value = ? WHERE user_id = ? AND name = ? AND sealed_value = ?',
          [fresh, key.userId, key.name, sealed],
        );
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = [last.userId, last.name];
  }
}
