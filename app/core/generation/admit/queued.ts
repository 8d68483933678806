import pLimit from 'p-limit';
import { AppError, type ErrorParams } from '#app/contracts/errors.ts';
import type { HoldReason } from '#app/contracts/queued-message.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { bannedUsers } from '#app/core/accounts/bans.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { findSends, sendReference } from '#app/core/conversations/messages/send-reference.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import {
  QUEUED_COLUMNS,
  toQueuedMessage,
  type QueuedMessage,
  type QueuedRow,
} from '#app/core/conversations/queued-messages.ts';
import { shownLeaf } from '#app/core/conversations/shown-branch.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitMessage } from './message.ts';

/** Seconds for which no other worker sends a message after one has begun to. */
const LEASE_S = 15;

const MAX_ROWS = 100;

const SENT_AT_ONCE = 8;

/** A message whose sends left no result this often in a row is held. */
const MAX_FAILURES = 5;

/** Seconds before the next attempt after an error that passes without the user, if the error names none. */
const PAUSE_S = 5;

const BANNED_PAUSE_S = 60;

/** Errors that pass without the user: too many replies at once, or a store that is away. */
const PASSING: readonly string[] = ['concurrent', 'unavailable', 'message_limit'];

/** A lease on a queued message: writes of an attempt that has lost it change nothing. */
interface Leased {
  message: QueuedMessage;
  attempt: number;
  /** Attempts in a row that left no result, with this one. */
  failures: number;
}

/**
 * Sends the first queued message of each chat in which no reply runs, as its user would send it at the end of the
 * shown branch. Every worker does it: a lease lets one worker send a message, and its send reference makes the
 * attempt after a lost one a repeat. It costs one statement while no message is due.
 * @param admit admits a send; tests replace it
 */
export async function sendQueued(admit: typeof admitMessage = admitMessage): Promise<void> {
  const due = await listDue();
  const limit = pLimit(SENT_AT_ONCE);
  await Promise.all(
    due.map((row) =>
      limit(async () => {
        try {
          await sendOne(row, admit);
        } catch (error) {
          // The lease stays: the attempt after its end finds out whether this one has sent the message.
          logger().warn({ queued: row.id, error: (error as Error).message }, 'queued message was not sent');
        }
      }),
    ),
  );
}

/**
 * Lists the first messages of queues that can be sent. One whose lease is over is listed during a reply too: that
 * reply may be its own.
 */
function listDue(): Promise<{ id: string; attempt: number }[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT q.id, q.attempt FROM
       (SELECT conversation_id, MIN(position) AS position FROM queued_messages GROUP BY conversation_id) AS heads
       JOIN queued_messages q ON q.conversation_id = heads.conversation_id AND q.position = heads.position
     WHERE q.state <> 'held' AND q.due_at <= NOW(3)
       AND (q.lease_until < NOW(3) OR (q.lease_until IS NULL AND NOT EXISTS
         (SELECT 1 FROM generations g WHERE g.conversation_id = q.conversation_id AND g.live = 1 AND g.target = 'message')))
     ORDER BY q.due_at LIMIT ${MAX_ROWS}`,
  );
}

async function sendOne(row: { id: string; attempt: number }, admit: typeof admitMessage): Promise<void> {
  const leased = await lease(row);
  if (!leased) return;
  const { message, failures } = leased;
  const send = toSend(message);
  if (failures > 1 && (await isSent(send))) return finish(leased);
  if (failures > MAX_FAILURES) return hold(leased, 'internal');
  try {
    const reason = message.state === 'next' ? null : await badEnd(message);
    if (reason) return await hold(leased, reason);
    if ((await bannedUsers(AUTOCOMMIT, [message.userId])).size > 0)
      return await postpone(leased, BANNED_PAUSE_S);
    await admit(send);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    return react(leased, error);
  }
  return finish(leased);
}

/** Handles the refusal of a send. */
async function react(leased: Leased, error: AppError): Promise<void> {
  const { code, param, params, retryAfterSeconds = PAUSE_S } = error;
  // Another message was sent in between: this one waits for its reply.
  if (code === 'conflict' && param === 'parentMessageId') return postpone(leased, 0);
  if (PASSING.includes(code)) return postpone(leased, retryAfterSeconds);
  // The chat is in the trash, or was deleted together with its queue. A restored one waits for its user.
  if (code === 'not_found' && param === 'conversationId') return hold(leased, 'reply_stopped');
  if (code === 'not_found' && param === 'files') return hold(leased, 'files_deleted');
  return hold(leased, code, params);
}

/** @returns null if another worker has the message, or its user removed it */
async function lease({ id, attempt }: { id: string; attempt: number }): Promise<Leased | null> {
  const leased = await change(
    AUTOCOMMIT,
    `UPDATE queued_messages FORCE INDEX (PRIMARY)
     SET attempt = attempt + 1, failures = failures + 1, lease_until = NOW(3) + INTERVAL ${LEASE_S} SECOND
     WHERE id = ? AND attempt = ? AND state <> 'held' AND (lease_until IS NULL OR lease_until < NOW(3))`,
    [id, attempt],
  );
  if (leased !== 1) return null;
  // Read after the lease: from now on its user cannot change it.
  const row = await selectRow<QueuedRow & { failures: number }>(
    AUTOCOMMIT,
    `SELECT ${QUEUED_COLUMNS}, failures FROM queued_messages WHERE id = ? AND attempt = ?`,
    [id, attempt + 1],
  );
  if (!row) return null;
  const message = { ...toQueuedMessage(row), state: row.state };
  return { message, attempt: attempt + 1, failures: row.failures };
}

/** The reason not to go on after the last reply of the shown branch; null if it has ended well. */
async function badEnd({ userId, conversationId }: QueuedMessage): Promise<HoldReason | null> {
  const { id, leafId } = await findConversation(AUTOCOMMIT, { userId, conversationId });
  const messageId = await shownLeaf(AUTOCOMMIT, { conversationId: id, leafId });
  if (messageId === null) return null;
  const last = await findMessage(AUTOCOMMIT, { userId, conversationId, messageId });
  if (last.is_created_by_user === 1) return null;
  if (last.cancelled === 1) return 'reply_stopped';
  const isOver = last.finish_reason !== null || last.error_code !== null;
  return last.error_code !== null || (last.unfinished === 1 && isOver) ? 'reply_failed' : null;
}

/** Each attempt has the same reference: none of its parts depends on the state of the chat. */
function toSend(message: QueuedMessage): ChatSend {
  const { id, userId, conversationId, clientId, text, files, endpoint, model, parameters, keepsOptions } =
    message;
  return {
    userId,
    requestId: newId(),
    mode: 'send',
    conversationId,
    parentMessageId: null,
    text,
    files,
    clientMessageId: clientId ?? id,
    endpoint,
    model,
    parameters,
    keepsOptions,
  };
}

async function isSent(send: ChatSend): Promise<boolean> {
  const sent = await findSends(AUTOCOMMIT, [{ userId: send.userId, sendRef: sendReference(send) }]);
  return sent.size > 0;
}

/** Removes a message that was sent. */
async function finish({ message, attempt }: Leased): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM queued_messages WHERE id = ? AND attempt = ?', [message.id, attempt]);
  await publish(message);
}

async function hold({ message, attempt }: Leased, reason: HoldReason, params?: ErrorParams): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE queued_messages FORCE INDEX (PRIMARY)
     SET state = 'held', error_code = ?, error_params = ?, failures = 0, lease_until = NULL
     WHERE id = ? AND attempt = ?`,
    [reason, params ? JSON.stringify(params) : null, message.id, attempt],
  );
  await publish(message);
}

async function postpone({ message, attempt }: Leased, seconds: number): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE queued_messages FORCE INDEX (PRIMARY)
     SET failures = 0, lease_until = NULL, due_at = NOW(3) + INTERVAL ? SECOND WHERE id = ? AND attempt = ?`,
    [seconds, message.id, attempt],
  );
}

function publish({ userId, conversationId }: QueuedMessage): Promise<void> {
  return publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'queue' }]);
}
