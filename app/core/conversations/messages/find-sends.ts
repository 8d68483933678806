import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/**
 * Which of these sends were stored before.
 * @returns generation id by `<user id> <send reference>`
 */
export async function findSends(
  tx: Tx,
  sends: { userId: string; sendRef: string | null }[],
): Promise<Map<string, string>> {
  const wanted = sends.flatMap(({ userId, sendRef }) => (sendRef ? [[userId, sendRef]] : []));
  if (wanted.length === 0) return new Map();
  const rows = await selectRows<{ user_id: string; send_ref: string; generation_id: string }>(
    tx,
    'SELECT user_id, send_ref, generation_id FROM messages WHERE (user_id, send_ref) IN (?)',
    [wanted],
  );
  return new Map(rows.map((row) => [`${row.user_id} ${row.send_ref}`, row.generation_id]));
}
