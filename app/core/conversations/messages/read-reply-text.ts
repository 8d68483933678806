import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** The stored text of a reply, or undefined when its message was deleted. */
export async function readReplyText(
  tx: Tx,
  messageId: string,
): Promise<{ text: string; thinking: string | null } | undefined> {
  return selectRow(tx, 'SELECT text, thinking FROM messages WHERE id = ?', [messageId]);
}
