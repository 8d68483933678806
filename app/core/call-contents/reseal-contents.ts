import { resealRows } from '#app/core/vault/reseal-rows.ts';
import type { Resealed } from '#app/core/vault/vault.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf } from './call-contents.ts';

/** Seals every stored call again that an older encryption key has sealed. */
export async function resealContents(tx: Tx, batch = 500): Promise<Resealed> {
  const requests = await resealColumn(tx, 'request', batch);
  const answers = await resealColumn(tx, 'answer', batch);
  return {
    resealed: requests.resealed + answers.resealed,
    failed: requests.failed + answers.failed,
  };
}

function resealColumn(tx: Tx, column: 'request' | 'answer', batch: number): Promise<Resealed> {
  return resealRows<{ id: string; userId: string }>({
    list: (after, prefix) =>
      selectRows(
        tx,
        `SELECT id, user_id AS userId FROM call_contents
         WHERE id > ? AND ${column} IS NOT NULL AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
        [after, prefix.length, prefix, batch],
      ),
    read: async ({ id }) => {
      const row = await selectRow<{ sealed: string | null }>(
        tx,
        `SELECT ${column} AS sealed FROM call_contents WHERE id = ?`,
        [id],
      );
      return row?.sealed ?? null;
    },
    bindingOf: (row) => bindingOf(row, column),
    write: ({ id }, sealed) =>
      change(tx, `UPDATE call_contents SET ${column} = ? WHERE id = ?`, [sealed, id]),
  });
}
