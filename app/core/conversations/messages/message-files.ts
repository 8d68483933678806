import { removeExpiry } from '#app/core/files/records/expiry.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A file that is sent with a message. */
export interface Attachment {
  messageId: string;
  /** Position among the files of the message, from 0. */
  place: number;
  fileId: string;
  userId: string;
  conversationId: string;
}

interface Attached {
  message_id: string;
  file_id: string;
  user_id: string;
}

/** Attaches files to the new messages that they are sent with; they stay as long as the messages. */
export async function attachFiles(tx: Transaction, attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return;
  await write(
    tx,
    'INSERT INTO message_files (message_id, place, file_id, user_id, conversation_id) VALUES ?',
    [
      attachments.map(({ messageId, place, fileId, userId, conversationId }) => [
        messageId,
        place,
        fileId,
        userId,
        conversationId,
      ]),
    ],
  );
  await removeExpiry(
    tx,
    attachments.map(({ fileId }) => fileId),
  );
}

/**
 * Attaches generated files to their reply, in the transaction that stores both; no-op if the reply was
 * deleted meanwhile. The files are deleted with the conversation unless they are used elsewhere by then.
 */
export async function attachGenerated(
  tx: Transaction,
  messageId: string,
  files: readonly Pick<FileRecord, 'id'>[],
): Promise<void> {
  for (const [place, { id }] of files.entries())
    await write(
      tx,
      `INSERT INTO message_files (message_id, place, file_id, user_id, conversation_id)
       SELECT id, ?, ?, user_id, conversation_id FROM messages WHERE id = ?`,
      [place, id, messageId],
    );
}

/**
 * Reads the files that were sent with messages of one owner, in their order. Files deleted since are missing.
 * @param messages ids with the number of files of each; for messages without files no query is made
 */
export async function readMessageFiles(
  tx: Tx,
  messages: readonly { id: string; file_count: number }[],
): Promise<Map<string, FileRecord[]>> {
  const found = new Map<string, FileRecord[]>();
  const ids = messages.flatMap(({ id, file_count: count }) => (count > 0 ? [id] : []));
  if (ids.length === 0) return found;
  const attached = await selectRows<Attached>(
    tx,
    'SELECT message_id, file_id, user_id FROM message_files WHERE message_id IN (?) ORDER BY message_id, place',
    [ids],
  );
  const [first] = attached;
  if (!first) return found;
  const files = await findFiles(tx, { userId: first.user_id, ids: attached.map((one) => one.file_id) });
  for (const { message_id: messageId, file_id: fileId } of attached) {
    const file = files.get(fileId);
    if (!file) continue;
    const others = found.get(messageId);
    if (others) others.push(file);
    else found.set(messageId, [file]);
  }
  return found;
}
