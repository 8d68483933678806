import { resealRows } from '#app/core/vault/reseal-rows.ts';
import type { Resealed } from '#app/core/vault/vault.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf, SEALED_COLUMNS, type SealedColumn } from './kept-response.ts';

/** Seals every stored response again that an older encryption key has sealed. */
export async function resealResponses(tx: Tx, batch = 500): Promise<Resealed> {
  const total: Resealed = { resealed: 0, failed: 0 };
  for (const column of SEALED_COLUMNS) {
    const { resealed, failed } = await resealColumn(tx, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

function resealColumn(tx: Tx, column: SealedColumn, batch: number): Promise<Resealed> {
  return resealRows<{ id: string; userId: string }>({
    list: (after, prefix) =>
      selectRows(
        tx,
        `SELECT id, user_id AS userId FROM responses
         WHERE id > ? AND ${column} IS NOT NULL AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
        [after, prefix.length, prefix, batch],
      ),
    read: async ({ id }) => {
      const row = await selectRow<{ sealed: string | null }>(
        tx,
        `SELECT ${column} AS sealed FROM responses WHERE id = ?`,
        [id],
      );
      return row?.sealed ?? null;
    },
    bindingOf: (row) => bindingOf(row, column),
    write: ({ id }, sealed) => change(tx, `UPDATE responses SET ${column} = ? WHERE id = ?`, [sealed, id]),
  });
}
