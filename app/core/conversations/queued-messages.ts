import { TEXT_MAX } from '#app/contracts/chat.ts';
import { AppError, type ErrorParams } from '#app/contracts/errors.ts';
import {
  MAX_QUEUED,
  MAX_QUEUED_OF_USER,
  type HoldReason,
  type QueuedState,
  type QueuedView,
} from '#app/contracts/queued-message.ts';
import type { ChatSend, SendParameters } from '#app/contracts/send.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { lockConversationsWithNext } from './messages/append.ts';
import { assertTextLength } from './messages/stored-messages.ts';

/** Max characters of a sender's own id. */
const MAX_CLIENT_ID = 64;

/** A queued message with everything that its send needs. */
export interface QueuedMessage {
  id: string;
  userId: string;
  conversationId: string;
  clientId: string | null;
  text: string;
  files: string[];
  endpoint: string;
  model: string;
  parameters: SendParameters;
  keepsOptions: boolean;
  state: QueuedState;
  reason: HoldReason | null;
  reasonParams: ErrorParams;
  createdAt: Date;
}

/** The columns of a queued message, as `toQueuedMessage` reads them. */
export const QUEUED_COLUMNS = `id, user_id, conversation_id, client_id, text, files, endpoint, model, parameters,
  keeps_options, state, error_code, error_params, lease_until, created_at`;

export interface QueuedRow {
  id: string;
  user_id: string;
  conversation_id: string;
  client_id: string | null;
  text: string;
  files: string | null;
  endpoint: string;
  model: string;
  parameters: string;
  keeps_options: number;
  state: Exclude<QueuedState, 'sending'>;
  error_code: HoldReason | null;
  error_params: string | null;
  lease_until: Date | null;
  created_at: Date;
}

interface InChat {
  userId: string;
  conversationId: string;
}

interface Queued extends InChat {
  queuedId: string;
}

/** The queue of a chat, the next message first. The caller has checked the owner of the chat. */
export async function listQueued(tx: Tx, { userId, conversationId }: InChat): Promise<QueuedMessage[]> {
  const rows = await selectRows<QueuedRow>(
    tx,
    `SELECT ${QUEUED_COLUMNS} FROM queued_messages WHERE conversation_id = ? AND user_id = ? ORDER BY position`,
    [conversationId, userId],
  );
  return rows.map(toQueuedMessage);
}

/** Whether a chat has a queue whose first message is not held: a further message waits behind it. */
export async function isQueueMoving(tx: Tx, { userId, conversationId }: InChat): Promise<boolean> {
  const first = await selectRow<{ state: string }>(
    tx,
    'SELECT state FROM queued_messages WHERE conversation_id = ? AND user_id = ? ORDER BY position LIMIT 1',
    [conversationId, userId],
  );
  return first !== undefined && first.state !== 'held';
}

/**
 * Adds a message to the end of the queue of its chat. A repeated request, whose message is queued or was sent
 * meanwhile, adds nothing.
 * @throws AppError not_found for a chat that is not the user's; invalid_request naming `text` for an empty one
 *   and for more text than a queue holds; conflict when the queue of the chat or of the account is full
 */
export async function addQueued(
  tx: Transaction,
  send: Pick<
    ChatSend,
    'userId' | 'text' | 'files' | 'clientMessageId' | 'endpoint' | 'model' | 'parameters'
  > & {
    conversationId: string;
    keepsOptions: boolean;
  },
): Promise<void> {
  const { userId, conversationId, clientMessageId: clientId, files = [] } = send;
  const text = send.text.trim();
  if (clientId !== null && clientId.length > MAX_CLIENT_ID)
    throw new AppError('invalid_request', { param: 'clientMessageId' });
  await lockOwned(tx, send);
  const repeat = [userId, clientId, text];
  const [found, sent, ofUser] = await Promise.all([
    selectRows<{ position: number; letters: number; isRepeat: number | null }>(
      tx,
      `SELECT position, CHAR_LENGTH(text) AS letters, client_id = ? AND text = CAST(? AS BINARY) AS isRepeat
       FROM queued_messages WHERE conversation_id = ?`,
      [clientId, text, conversationId],
    ),
    clientId === null
      ? []
      : selectRows(
          tx,
          'SELECT 1 FROM messages WHERE user_id = ? AND client_id = ? AND text = CAST(? AS BINARY) LIMIT 1',
          repeat,
        ),
    selectRow<{ count: string }>(tx, 'SELECT COUNT(*) AS count FROM queued_messages WHERE user_id = ?', [
      userId,
    ]),
  ]);
  if (sent.length > 0 || found.some(({ isRepeat }) => isRepeat === 1)) return;
  if (found.length >= MAX_QUEUED) throw full('a chat', MAX_QUEUED);
  if (Number(ofUser?.count) >= MAX_QUEUED_OF_USER) throw full('all chats', MAX_QUEUED_OF_USER);
  assertFits(text, found);
  const position = Math.max(0, ...found.map((one) => one.position)) + 1;
  const now = new Date();
  await change(
    tx,
    `INSERT INTO queued_messages (id, user_id, conversation_id, position, client_id, text, files, endpoint, model,
       parameters, keeps_options, due_at, created_at) VALUES (?)`,
    [
      [
        newId(),
        userId,
        conversationId,
        position,
        clientId,
        text,
        files.length === 0 ? null : JSON.stringify(files),
        send.endpoint,
        send.model,
        JSON.stringify(send.parameters),
        send.keepsOptions,
        now,
        now,
      ],
    ],
  );
}

/**
 * Replaces the text of a queued message.
 * @throws AppError not_found; conflict while it is being sent; invalid_request as `addQueued`
 */
export async function changeQueued(tx: Transaction, place: Queued, typed: string): Promise<void> {
  const text = typed.trim();
  await lockQueued(tx, place);
  const others = await selectRows<{ letters: number }>(
    tx,
    'SELECT CHAR_LENGTH(text) AS letters FROM queued_messages WHERE conversation_id = ? AND id <> ?',
    [place.conversationId, place.queuedId],
  );
  assertFits(text, others);
  await change(tx, 'UPDATE queued_messages SET text = ? WHERE id = ?', [text, place.queuedId]);
}

/** Removes a queued message. @throws AppError not_found; conflict while it is being sent */
export async function removeQueued(tx: Transaction, place: Queued): Promise<void> {
  await lockQueued(tx, place);
  await change(tx, 'DELETE FROM queued_messages WHERE id = ?', [place.queuedId]);
}

/**
 * Moves a queued message to the front. It is sent as soon as no reply runs, whatever the end of the last one is.
 * @throws AppError not_found; conflict while it is being sent
 */
export async function sendNext(tx: Transaction, place: Queued): Promise<void> {
  await lockQueued(tx, place);
  const first = await selectRow<{ position: number }>(
    tx,
    'SELECT position FROM queued_messages WHERE conversation_id = ? ORDER BY position LIMIT 1',
    [place.conversationId],
  );
  await change(
    tx,
    `UPDATE queued_messages SET state = 'next', error_code = NULL, error_params = NULL, due_at = NOW(3), position = ?
     WHERE id = ?`,
    [first!.position - 1, place.queuedId],
  );
}

/**
 * Lists queued messages of a user in the order of their ids. A text may be long: read only a few at a time.
 * @param page.after the last id of the previous page; '' for the first page
 */
export async function pageQueued(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<QueuedMessage[]> {
  const rows = await selectRows<QueuedRow>(
    tx,
    `SELECT ${QUEUED_COLUMNS} FROM queued_messages WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
  return rows.map(toQueuedMessage);
}

/** Converts a row of `QUEUED_COLUMNS`. */
export function toQueuedMessage(row: QueuedRow): QueuedMessage {
  return {
    id: row.id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    clientId: row.client_id,
    text: row.text,
    files: row.files === null ? [] : (JSON.parse(row.files) as string[]),
    endpoint: row.endpoint,
    model: row.model,
    parameters: JSON.parse(row.parameters) as SendParameters,
    keepsOptions: row.keeps_options === 1,
    state: row.lease_until === null ? row.state : 'sending',
    reason: row.error_code,
    reasonParams: row.error_params === null ? {} : (JSON.parse(row.error_params) as ErrorParams),
    createdAt: row.created_at,
  };
}

/** The form of the API and the pages. */
export function viewQueued(message: QueuedMessage): QueuedView {
  const { id: queuedId, text, files, endpoint, model, state, reason, reasonParams } = message;
  const createdAt = message.createdAt.toISOString();
  return { queuedId, text, files, endpoint, model, state, reason, reasonParams, createdAt };
}

async function lockOwned(tx: Transaction, { userId, conversationId }: InChat): Promise<void> {
  if (!isId(conversationId)) throw new AppError('not_found', { param: 'conversationId' });
  await lockConversationsWithNext(tx, [conversationId]);
  const own = await selectRow(tx, 'SELECT 1 FROM conversations WHERE id = ? AND user_id = ?', [
    conversationId,
    userId,
  ]);
  if (!own) throw new AppError('not_found', { param: 'conversationId' });
}

/** Locks a queued message. One with a lease may have been sent already: it can no longer be changed. */
async function lockQueued(tx: Transaction, place: Queued): Promise<void> {
  await lockOwned(tx, place);
  const row = isId(place.queuedId)
    ? await selectRow<{ lease_until: Date | null }>(
        tx,
        'SELECT lease_until FROM queued_messages FORCE INDEX (PRIMARY) WHERE id = ? AND conversation_id = ? FOR UPDATE',
        [place.queuedId, place.conversationId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'queuedId' });
  if (row.lease_until !== null)
    throw new AppError('conflict', {
      param: 'queuedId',
      message: 'The message is being sent.',
      params: { context: 'sending' },
    });
}

/** The texts of a queue together have the limit of one text. */
function assertFits(text: string, others: readonly { letters: number }[]): void {
  if (text === '') throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
  assertTextLength(text);
  if (others.reduce((sum, { letters }) => sum + letters, text.length) <= TEXT_MAX) return;
  throw new AppError('invalid_request', {
    param: 'text',
    message: `text: the queue of a chat holds at most ${TEXT_MAX} characters.`,
    params: { max: TEXT_MAX },
  });
}

function full(place: string, max: number): AppError {
  return new AppError('conflict', {
    param: 'queue',
    message: `queue: at most ${max} messages can wait in ${place}.`,
    params: { context: 'queue', max },
  });
}
