import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { MAX_MESSAGE_FILES } from '#app/contracts/files/file-types.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { Draft } from '#db/models/conversations.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import { findConversation } from './conversations.ts';
import { assertTextLength } from './messages/stored-messages.ts';

interface DraftPlace {
  userId: string;
  /** A conversation's id, or `new`. */
  conversationKey: string;
}

/** Text and files that were entered and not sent yet. */
interface StoredDraft {
  /** A conversation's id, or `new`. */
  conversationKey: string;
  text: string;
  /** Ids of the attached files; null for none. */
  files: string[] | null;
  updatedAt: Date;
}

/** Reads a draft: '' and no files if there is none. Deleted files are missing. */
export async function readDraft(
  tx: Autocommit,
  { userId, conversationKey }: DraftPlace,
): Promise<{ text: string; files: FileRecord[] }> {
  const draft = await Draft.findOne({ where: { userId, conversationKey }, transaction: tx });
  const ids = JSON.parse(draft?.files ?? '[]') as string[];
  const found = await findFiles(tx, { userId, ids });
  return { text: draft?.text ?? '', files: ids.flatMap((id) => found.get(id) ?? []) };
}

/**
 * Stores a draft; text without content and without files clears it.
 * @param fileIds files of the user; those of other users are ignored. Absent: the files of the draft stay
 * @throws AppError invalid_request for text over TEXT_MAX; not_found when the key is not a conversation of
 * this user.
 */
export async function saveDraft(
  tx: Autocommit,
  place: DraftPlace,
  text: string,
  fileIds?: readonly string[],
): Promise<void> {
  const { userId, conversationKey } = place;
  const files = fileIds && (await ownFileIds(tx, userId, fileIds));
  const isEmpty = text.trim() === '';
  if (isEmpty && files === null) return clearDraft(tx, place);
  if (isEmpty && files === undefined) {
    const key = [userId, conversationKey];
    await change(tx, 'DELETE FROM drafts WHERE user_id = ? AND conversation_key = ? AND files IS NULL', key);
    await change(
      tx,
      "UPDATE drafts SET text = '', updated_at = ? WHERE user_id = ? AND conversation_key = ?",
      [new Date(), ...key],
    );
    return;
  }
  assertTextLength(text);
  if (conversationKey !== NEW_CONVERSATION)
    await findConversation(tx, { userId, conversationId: conversationKey });
  await change(
    tx,
    `INSERT INTO drafts (user_id, conversation_key, text, files, updated_at) VALUES (?)
     ON DUPLICATE KEY UPDATE text = VALUES(text), updated_at = VALUES(updated_at)
       ${files === undefined ? '' : ', files = VALUES(files)'}`,
    [[userId, conversationKey, text, files ?? null, new Date()]],
  );
}

/** The ids of the user's own files as JSON; null for none. */
async function ownFileIds(tx: Autocommit, userId: string, ids: readonly string[]): Promise<string | null> {
  const some = [...new Set(ids)].slice(0, MAX_MESSAGE_FILES);
  const found = await findFiles(tx, { userId, ids: some });
  const own = some.filter((id) => found.has(id));
  return own.length === 0 ? null : JSON.stringify(own);
}

/** Deletes the draft after it was sent or discarded. */
export async function clearDraft(tx: Autocommit, { userId, conversationKey }: DraftPlace): Promise<void> {
  await change(tx, 'DELETE FROM drafts WHERE user_id = ? AND conversation_key = ?', [
    userId,
    conversationKey,
  ]);
}

/**
 * Lists drafts of a user in the order of their conversations' ids. A text may be long: read only a few at a
 * time.
 * @param page.after the last key of the previous page; '' for the first page
 */
export async function pageDrafts(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<StoredDraft[]> {
  const rows = await selectRows<Omit<StoredDraft, 'files'> & { files: string | null }>(
    tx,
    `SELECT conversation_key AS conversationKey, text, files, updated_at AS updatedAt
     FROM drafts WHERE user_id = ? AND conversation_key > ? ORDER BY conversation_key LIMIT ?`,
    [userId, after, max],
  );
  return rows.map(({ files, ...draft }) => ({
    ...draft,
    files: files === null ? null : (JSON.parse(files) as string[]),
  }));
}
