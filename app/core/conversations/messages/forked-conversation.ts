import { createHash } from 'node:crypto';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { toChatMessage, TEXT_BYTES_OF } from './message.ts';
import { attachFiles, type Attachment } from './message-files.ts';
import { findMessage } from './stored-messages.ts';
import { branchPositions } from './whole-conversation.ts';

/** The message at which a branch ends, and the conversation that it is in. */
export interface ForkPoint {
  userId: string;
  conversationId: string;
  messageId: string;
  /** Chosen by the caller: the same id at the same message is the same fork. null: each call is another one. */
  clientId: string | null;
}

/** Max messages of a fork, and max megabytes of their texts; those of a link to a chat. */
export const FORK_MESSAGES_MAX = 10_000;
export const FORK_TEXT_MAX_MB = 64;

/** Messages per statement. */
const BATCH = 200;

const MB = 1024 * 1024;

/** Columns that a copy has from its message; it has no generation and no cost. */
const COPIED = `is_created_by_user, sender, endpoint, model, text, thinking, tokens, is_edited, unfinished, cancelled,
  error_code, error_detail, finish_reason, omitted_messages, omitted_pictures, suggestions, file_count, created_at,
  updated_at`;

/** A part of a branch that becomes a part of a new conversation. */
interface CopiedPart {
  conversationId: string;
  /** The new conversation. */
  id: string;
  userId: string;
  /** Positions of the messages in their conversation. */
  positions: number[];
  /** Position of the first of them in the new conversation. */
  first: number;
  /** The ids of all new messages of the branch. */
  ids: readonly string[];
}

interface Source {
  title: string;
  endpoint: string;
  model: string;
  options: string | null;
  expiresAt: Date | null;
}

/**
 * Copies a branch, from its first message to the given one, into a new conversation of the same user, inside of the
 * database: no text passes through this process. Nothing is charged, and nothing of the copies can be charged later.
 * The fork of a temporary chat ends with it. Harmless when repeated with the same `clientId`.
 * @returns the id of the new conversation
 * @throws AppError not_found; conflict for a reply that is running; invalid_request for a branch that is too long
 */
export async function forkConversation(tx: Transaction, point: ForkPoint): Promise<string> {
  const { userId, conversationId, messageId } = point;
  // Under the lock no file of it expires, and the same fork is not made twice.
  const source = await lockSource(tx, point);
  const clientId = referenceOf(point);
  const known = clientId && (await findFork(tx, userId, clientId));
  if (known) return known;
  const message = await findMessage(tx, { userId, conversationId, messageId });
  if (toChatMessage(message).submitting)
    throw new AppError('conflict', { param: 'messageId', message: 'The reply is still in progress.' });
  const positions = await branchPositions(tx, { conversationId, leafId: messageId });
  if (positions.length > FORK_MESSAGES_MAX) throw tooLarge(`${FORK_MESSAGES_MAX} messages`);
  const id = newId();
  const ids = positions.map(() => newId());
  let bytes = 0;
  for (let at = 0; at < positions.length; at += BATCH) {
    const some = positions.slice(at, at + BATCH);
    bytes += await countBytes(tx, conversationId, some);
    if (bytes > FORK_TEXT_MAX_MB * MB) throw tooLarge(`${FORK_TEXT_MAX_MB} MB of text`);
    const part = { conversationId, id, userId, positions: some, first: at + 1, ids };
    await copyMessages(tx, part);
    await copyFiles(tx, part);
  }
  const { title, endpoint, model, options, expiresAt } = source;
  const now = new Date();
  await change(
    tx,
    `INSERT INTO conversations (id, user_id, client_id, title, title_source, endpoint, model, options, next_position,
       chosen_root_id, leaf_id, expires_at, created_at, updated_at) VALUES (?)`,
    [
      [
        id,
        userId,
        clientId,
        title,
        // No model renames it.
        'user',
        endpoint,
        model,
        options,
        ids.length + 1,
        ids[0]!,
        ids.at(-1)!,
        expiresAt,
        now,
        now,
      ],
    ],
  );
  return id;
}

async function lockSource(tx: Transaction, { userId, conversationId }: ForkPoint): Promise<Source> {
  const row = isId(conversationId)
    ? await selectRow<Source>(
        tx,
        `SELECT title, endpoint, model, options, expires_at AS expiresAt FROM conversations FORCE INDEX (PRIMARY)
         WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3)) FOR UPDATE`,
        [conversationId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  return row;
}

/** The id of a fork for its caller; an id of another length, or of another message, is another one. */
function referenceOf({ clientId, conversationId, messageId }: ForkPoint): string | null {
  if (clientId === null) return null;
  const parts = ['fork', conversationId, messageId, clientId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function findFork(tx: Transaction, userId: string, clientId: string): Promise<string | null> {
  const row = await selectRow<{ id: string }>(
    tx,
    'SELECT id FROM conversations WHERE user_id = ? AND client_id = ?',
    [userId, clientId],
  );
  return row?.id ?? null;
}

async function countBytes(tx: Transaction, conversationId: string, positions: number[]): Promise<number> {
  const row = await selectRow<{ bytes: string | null }>(
    tx,
    `SELECT SUM(${TEXT_BYTES_OF}) AS bytes FROM messages WHERE conversation_id = ? AND position IN (?)`,
    [conversationId, positions],
  );
  return Number(row?.bytes ?? 0);
}

/** Copies messages; each gets its new id, parent and child by its place among the positions. */
async function copyMessages(tx: Transaction, part: CopiedPart): Promise<void> {
  const { conversationId, id, userId, positions, first, ids } = part;
  const at = first - 1;
  const own = ids.slice(at, at + positions.length);
  const parents = own.map((_, place) => ids[at + place - 1] ?? ROOT_ID);
  const children = own.map((_, place) => ids[at + place + 1] ?? null);
  await change(
    tx,
    `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, chosen_child_id, ${COPIED})
     SELECT ELT(FIELD(position, ?), ?), ?, ?, FIELD(position, ?) + ?, ELT(FIELD(position, ?), ?),
       ELT(FIELD(position, ?), ?), ${COPIED} FROM messages WHERE conversation_id = ? AND position IN (?)`,
    [
      positions,
      own,
      userId,
      id,
      positions,
      at,
      positions,
      parents,
      positions,
      children,
      conversationId,
      positions,
    ],
  );
}

/** Attaches the files of messages to their copies as well. */
async function copyFiles(tx: Transaction, part: CopiedPart): Promise<void> {
  const { conversationId, id, userId, positions, first, ids } = part;
  const rows = await selectRows<{ position: number; place: number; fileId: string }>(
    tx,
    `SELECT m.position, f.place, f.file_id AS fileId FROM messages m JOIN message_files f ON f.message_id = m.id
     WHERE m.conversation_id = ? AND m.position IN (?) AND m.file_count > 0`,
    [conversationId, positions],
  );
  const attachments = rows.map(({ position, place, fileId }): Attachment => ({
    messageId: ids[first - 1 + positions.indexOf(position)]!,
    place,
    fileId,
    userId,
    conversationId: id,
  }));
  await attachFiles(tx, attachments);
}

function tooLarge(max: string): AppError {
  return new AppError('invalid_request', {
    param: 'messageId',
    message: `messageId: a new chat takes over at most ${max}.`,
  });
}
