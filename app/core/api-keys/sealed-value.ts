import { recordAudit } from '#app/core/accounts/audit.ts';
import { currentPrefix, open, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRows } from '#db/sql.ts';
import { transaction, type Tx } from '#db/transaction.ts';
import { lockOwnKey } from './stored-keys.ts';
import { purposeOf } from './lifecycle.ts';

interface Row {
  id: string;
  userId: string;
  sealed: string;
}

/**
 * Seals again every value that an older encryption key has sealed, so that the older key can be removed from
 * ENCRYPTION_KEYS. It can be repeated and run during normal operation: a value that changes meanwhile is
 * skipped.
 * @returns how many were sealed again, and how many could not be opened
 */
export async function resealApiKeys(tx: Tx, batch = 500): Promise<Resealed> {
  const current = currentPrefix();
  const count = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await selectRows<Row>(
      tx,
      `SELECT id, user_id AS userId, sealed_value AS sealed FROM api_keys
       WHERE id > ? AND LEFT(sealed_value, ?) <> ? ORDER BY id LIMIT ?`,
      [after, current.length, current, batch],
    );
    for (const row of rows) {
      const sealed = sealAgain(row.sealed, { ownerId: row.userId, purpose: purposeOf(row.id) });
      if (sealed === null) count.failed += 1;
      else count.resealed += await replace(tx, row, sealed);
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}

function replace(tx: Tx, { id, sealed }: Row, fresh: string): Promise<number> {
  return change(
    tx,
    'UPDATE api_keys FORCE INDEX (PRIMARY) SET sealed_value = ? WHERE id = ? AND sealed_value = ?',
    [fresh, id, sealed],
  );
}

/**
 * Returns the value of a key to its owner. Each call is recorded in the audit trail.
 * @throws AppError not_found; VaultError when its encryption key is gone or the row was changed
 */
export async function revealApiKey(
  { userId, keyId }: { userId: string; keyId: string },
  now = new Date(),
): Promise<string> {
  return transaction(async (tx) => {
    const { key, sealedValue } = await lockOwnKey(tx, { userId, keyId }, now);
    const value = open(sealedValue ?? '', { ownerId: userId, purpose: purposeOf(key.id) });
    await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.reveal', subjectId: key.id });
    return value;
  });
}
