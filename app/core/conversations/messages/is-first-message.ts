import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Whether a message is the first that was said in its conversation; false for one that is not there. */
export async function isFirstMessage(tx: Tx, messageId: string | null): Promise<boolean> {
  if (messageId === null) return false;
  const row = await selectRow<{ position: number }>(tx, 'SELECT position FROM messages WHERE id = ?', [
    messageId,
  ]);
  return row?.position === 1;
}
