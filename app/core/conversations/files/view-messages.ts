import type { ChatMessage } from '#app/contracts/chat.ts';
import { toChatMessage, type MessageRow } from '#app/core/conversations/messages/message-row.ts';
import type { Tx } from '#db/transaction.ts';
import { readMessageFiles } from './read-message-files.ts';

/** Messages of one owner as the API and the pages know them, with the files that were sent with them. */
export async function viewMessages(
  tx: Tx,
  rows: readonly Omit<MessageRow, 'position'>[],
): Promise<ChatMessage[]> {
  const files = await readMessageFiles(tx, rows);
  return rows.map((row) => toChatMessage(row, files.get(row.id)));
}
