import { AppError } from '#app/contracts/errors.ts';
import { SHARE_MESSAGES_MAX, SHARE_TEXT_MAX_MB, type ShareScope } from '#app/contracts/shares/share.ts';
import { listBranch } from '#app/core/conversations/ancestors.ts';
import { shownLeaf } from '#app/core/conversations/shown-branch.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { change, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';

/** Messages per statement. */
const BATCH = 500;

const MB = 1024 * 1024;

/** The chat that is copied, and the parts of it that are copied. */
interface SnapshotSource {
  shareId: string;
  conversation: { id: string; leafId: string | null };
  scope: ShareScope;
  hasFiles: boolean;
  hasThinking: boolean;
}

/** The output of replies that are running, by the ids of their messages. */
type RunningTexts = ReadonlyMap<string, { text: string; thinking: string }>;

/** The facts of a snapshot that its link stores. */
interface WrittenSnapshot {
  messageCount: number;
  leafPlace: number;
}

/**
 * Reads the output so far of the replies that are running in a chat. Call it before the transaction: it reads
 * the stream log.
 */
export async function readRunningTexts(userId: string, conversationId: string): Promise<RunningTexts> {
  const running = (await findRunning(AUTOCOMMIT, userId)).filter(
    (run) => run.conversationId === conversationId,
  );
  const texts = await Promise.all(running.map(({ generationId }) => readReplySoFar(generationId)));
  return new Map(running.map(({ replyMessageId }, index) => [replyMessageId, texts[index]!]));
}

/**
 * Copies the messages of a chat into a snapshot, inside of the database: no text passes through this process,
 * except those of running replies. The caller has locked the conversation.
 * @throws AppError invalid_request naming `scope`, for a chat without messages or one that is too large
 */
export async function writeSnapshot(
  tx: Transaction,
  source: SnapshotSource,
  running: RunningTexts,
): Promise<WrittenSnapshot> {
  const { conversation, scope } = source;
  const leafId = await shownLeaf(tx, { conversationId: conversation.id, leafId: conversation.leafId });
  const ids = leafId === null ? [] : await listIds(tx, conversation.id, scope === 'all' ? null : leafId);
  if (leafId === null || ids.length === 0) throw refused('A chat without messages cannot be shared.', 0);
  if (ids.length > SHARE_MESSAGES_MAX)
    throw refused(`A link holds at most ${SHARE_MESSAGES_MAX} messages.`, SHARE_MESSAGES_MAX);
  let bytes = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    bytes += await countBytes(tx, some);
    if (bytes > SHARE_TEXT_MAX_MB * MB)
      throw refused(`A link holds at most ${SHARE_TEXT_MAX_MB} MB of text.`, SHARE_TEXT_MAX_MB);
    await copyMessages(tx, source, some);
    if (source.hasFiles) await copyFiles(tx, source.shareId, some);
  }
  for (const [messageId, output] of running) await addOutput(tx, source, messageId, output);
  return { messageCount: ids.length, leafPlace: (await placeOf(tx, leafId)) ?? 1 };
}

/** Deletes the messages of a snapshot and its references to files. */
export async function deleteSnapshots(tx: Transaction, shareIds: readonly string[]): Promise<void> {
  if (shareIds.length === 0) return;
  await write(tx, 'DELETE FROM shared_messages WHERE share_id IN (?)', [[...shareIds]]);
  await write(tx, 'DELETE FROM shared_files WHERE share_id IN (?)', [[...shareIds]]);
}

/** @param leafId the end of the branch to list; null for all branches */
async function listIds(tx: Transaction, conversationId: string, leafId: string | null): Promise<string[]> {
  if (leafId !== null)
    return listBranch(tx, { conversationId, messageId: leafId, max: SHARE_MESSAGES_MAX + 1 });
  const rows = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM messages WHERE conversation_id = ? ORDER BY position LIMIT ?',
    [conversationId, SHARE_MESSAGES_MAX + 1],
  );
  return rows.map(({ id }) => id);
}

async function countBytes(tx: Transaction, ids: readonly string[]): Promise<number> {
  const row = await selectRow<{ bytes: string | null }>(
    tx,
    'SELECT SUM(LENGTH(text) + COALESCE(LENGTH(thinking), 0)) AS bytes FROM messages WHERE id IN (?)',
    [[...ids]],
  );
  return Number(row?.bytes ?? 0);
}

/** A reply counts as unfinished until its end is written: a finish reason, or an error. */
async function copyMessages(
  tx: Transaction,
  { shareId, conversation, hasThinking }: SnapshotSource,
  ids: readonly string[],
): Promise<void> {
  await write(
    tx,
    `INSERT INTO shared_messages (share_id, place, parent_place, next_place, is_own, sender, endpoint, model, text,
       thinking, state, file_count, created_at)
     SELECT ?, m.position, COALESCE(above.position, 0), next.position, m.is_created_by_user, m.sender, m.endpoint,
       m.model, m.text, IF(?, m.thinking, NULL),
       CASE WHEN m.error_code IS NOT NULL THEN 'failed' WHEN m.cancelled = 1 THEN 'stopped'
         WHEN m.unfinished = 1 OR (m.is_created_by_user = 0 AND m.generation_id IS NOT NULL
           AND m.finish_reason IS NULL) THEN 'unfinished' ELSE 'done' END,
       m.file_count, m.created_at
     FROM messages m
     LEFT JOIN messages above ON above.id = m.parent_id AND above.conversation_id = m.conversation_id
     LEFT JOIN messages next ON next.id = m.chosen_child_id AND next.conversation_id = m.conversation_id
     WHERE m.id IN (?) AND m.conversation_id = ?`,
    [shareId, hasThinking, [...ids], conversation.id],
  );
}

async function copyFiles(tx: Transaction, shareId: string, ids: readonly string[]): Promise<void> {
  await write(
    tx,
    `INSERT INTO shared_files (share_id, place, number, file_id)
     SELECT ?, m.position, f.place, f.file_id FROM message_files f JOIN messages m ON m.id = f.message_id
     WHERE f.message_id IN (?)`,
    [shareId, [...ids]],
  );
}

/** Adds the output of a running reply; no-op if the reply has ended since, or is on no shared branch. */
async function addOutput(
  tx: Transaction,
  { shareId, hasThinking }: SnapshotSource,
  messageId: string,
  { text, thinking }: { text: string; thinking: string },
): Promise<void> {
  const place = await placeOf(tx, messageId);
  if (place === null) return;
  await change(
    tx,
    `UPDATE shared_messages SET text = ?, thinking = ? WHERE share_id = ? AND place = ? AND state = 'unfinished'
       AND CHAR_LENGTH(text) <= ?`,
    [text, (hasThinking && thinking) || null, shareId, place, text.length],
  );
}

async function placeOf(tx: Transaction, messageId: string): Promise<number | null> {
  const row = await selectRow<{ position: number }>(tx, 'SELECT position FROM messages WHERE id = ?', [
    messageId,
  ]);
  return row?.position ?? null;
}

function refused(message: string, max: number): AppError {
  return new AppError('invalid_request', { param: 'scope', message: `scope: ${message}`, params: { max } });
}
