import { keepFromExpiry } from '#app/core/files/records/expiry.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** A file that is sent with a message. */
export interface Attachment {
  messageId: string;
  /** Among the files of the message, from 0. */
  place: number;
  fileId: string;
  userId: string;
  conversationId: string;
}

/** Ties files to the new messages that they are sent with; they stay as long as these. */
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
  await keepFromExpiry(
    tx,
    attachments.map(({ fileId }) => fileId),
  );
}
