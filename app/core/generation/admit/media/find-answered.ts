import type { MediaChoice } from '#app/contracts/media/choice.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { readMessageFiles } from '#app/core/conversations/messages/message-files.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A message that is answered again, with its files that are still there. */
interface Answered {
  text: string;
  files: readonly FileRecord[];
  /** How the last picture or video that this model made of it was to be. */
  media: MediaChoice | undefined;
}

/** @throws AppError not_found */
export async function findAnswered(at: {
  userId: string;
  conversationId: string;
  messageId: string;
  model: string;
}): Promise<Answered> {
  const { conversationId, messageId, model } = at;
  const row = await findMessage(AUTOCOMMIT, at);
  const [files, last] = await Promise.all([
    readMessageFiles(AUTOCOMMIT, [row]),
    selectRow<{ parameters: string | null }>(
      AUTOCOMMIT,
      `SELECT parameters FROM generations
       WHERE conversation_id = ? AND prompt_message_id = ? AND target = 'message' AND model = ?
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [conversationId, messageId, model],
    ),
  ]);
  const { media } = JSON.parse(last?.parameters ?? '{}') as SendParameters;
  return { text: row.text, files: files.get(messageId) ?? [], media };
}
