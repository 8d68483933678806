import { ROOT_ID, type BranchMessage, type ChatMessage } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { lockConversationsWithNext } from './messages/append.ts';
import {
  MESSAGE_COLUMNS,
  PAGE_BYTES,
  TEXT_BYTES_OF,
  viewMessages,
  type MessageRow,
} from './messages/message.ts';
import { findMessage } from './messages/stored-messages.ts';
import { isId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PAGE_SIZE = 50;

/**
 * Steps from child to parent, each one lookup by primary key; the cost depends on the depth, not on the size
 * of the conversation.
 */
const WALK_UP = `
  WITH RECURSIVE branch (id, parent_id, depth) AS (
    SELECT id, parent_id, 1 FROM messages WHERE id = ? AND conversation_id = ?
    UNION ALL
    SELECT parent.id, parent.parent_id, branch.depth + 1
    FROM branch JOIN messages parent ON parent.id = branch.parent_id
    WHERE branch.depth < ? AND parent.conversation_id = ?
  )
  SELECT ${MESSAGE_COLUMNS} FROM (
    SELECT id, depth, SUM(bytes) OVER (ORDER BY depth) - bytes AS later_bytes
    FROM (SELECT branch.id, branch.depth, ${TEXT_BYTES_OF} AS bytes
          FROM branch JOIN messages ON messages.id = branch.id) some
  ) page JOIN messages m ON m.id = page.id
  WHERE page.later_bytes < ? ORDER BY page.depth DESC`;

/** A page of the shown branch, oldest message first. */
export interface BranchPage {
  messages: BranchMessage[];
  /** True if the branch continues above the first message. */
  hasEarlier: boolean;
}

/** Max chosen children that one statement follows; well under the recursion limit of databases (1000). */
const STEPS = 500;

const PATH_DOWN = `
  WITH RECURSIVE path (id, position, chosen_child_id, depth) AS (
    SELECT id, position, chosen_child_id, 1 FROM messages WHERE id = ? AND conversation_id = ?
    UNION ALL
    SELECT child.id, child.position, child.chosen_child_id, path.depth + 1
    FROM path JOIN messages child ON child.id = path.chosen_child_id
    WHERE path.depth < ${STEPS} AND child.conversation_id = ? AND child.position > path.position
  )
  SELECT id FROM path`;

const LOWEST = 'ORDER BY depth DESC LIMIT 1';

/**
 * Reads the shown branch of a conversation, from its end upwards.
 * @param options.before a message of the conversation: the page ends above it. Absent: the end of the branch.
 * @param options.limit max messages; long texts make a page shorter.
 * @throws AppError not_found when `before` is not a message of this conversation.
 */
export async function readBranch(
  tx: Tx,
  {
    conversation,
    before,
    limit = PAGE_SIZE,
  }: {
    conversation: { id: string; leafId: string | null };
    before?: string | null;
    limit?: number;
  },
): Promise<BranchPage> {
  const { id: conversationId, leafId } = conversation;
  const last = before
    ? await parentOf(tx, conversationId, before)
    : await shownLeaf(tx, { conversationId, leafId });
  if (last === null) return { messages: [], hasEarlier: false };
  const page = await readUpwards(tx, { conversationId, last, limit });
  if (before || leafId === null || page.messages.length > 0) return page;
  // Its last message was deleted since the conversation was read: the newest one takes its place.
  return readBranch(tx, { conversation: { id: conversationId, leafId: null }, limit });
}

/** Messages below a found one that are shown with it. */
const BELOW = 10;

/**
 * Reads the branch around a message, whatever branch is shown and without changing it: the message, some messages
 * below it, and those above it.
 * @throws AppError not_found when it is not a message of this conversation. The caller has checked the owner.
 */
export async function readBranchAround(
  tx: Tx,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<BranchPage> {
  await parentOf(tx, conversationId, messageId);
  const [below] = await selectRows<{ id: string }>(tx, `${PATH_DOWN} WHERE depth <= ${BELOW} ${LOWEST}`, [
    messageId,
    conversationId,
    conversationId,
  ]);
  const page = await readUpwards(tx, { conversationId, last: below!.id, limit: PAGE_SIZE });
  if (page.messages.some((message) => message.messageId === messageId)) return page;
  // The texts below it fill a page.
  return readUpwards(tx, { conversationId, last: messageId, limit: PAGE_SIZE });
}

/** Reads a page of the branch that ends with the message `last`. */
async function readUpwards(
  tx: Tx,
  { conversationId, last, limit }: { conversationId: string; last: string; limit: number },
): Promise<BranchPage> {
  const rows = await selectRows<MessageRow>(tx, WALK_UP, [
    last,
    conversationId,
    limit,
    conversationId,
    PAGE_BYTES,
  ]);
  return {
    messages: await placeAmongSiblings(tx, conversationId, await viewMessages(tx, rows)),
    hasEarlier: rows[0] !== undefined && rows[0].parent_id !== ROOT_ID,
  };
}

async function parentOf(tx: Tx, conversationId: string, messageId: string): Promise<string> {
  const row = isId(messageId)
    ? await selectRow<{ parent_id: string }>(
        tx,
        'SELECT parent_id FROM messages WHERE id = ? AND conversation_id = ?',
        [messageId, conversationId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'before' });
  return row.parent_id;
}

/** Adds to each message its index among its siblings (`n/m`, oldest first) and its neighbors. */
async function placeAmongSiblings(
  tx: Tx,
  conversationId: string,
  messages: ChatMessage[],
): Promise<BranchMessage[]> {
  if (messages.length === 0) return [];
  const parents = [...new Set(messages.map((message) => message.parentMessageId))];
  const rows = await selectRows<{ id: string; parent_id: string }>(
    tx,
    'SELECT id, parent_id FROM messages WHERE conversation_id = ? AND parent_id IN (?) ORDER BY position',
    [conversationId, parents],
  );
  const children = new Map<string, string[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent_id);
    if (siblings) siblings.push(row.id);
    else children.set(row.parent_id, [row.id]);
  }
  return messages.map((message) => {
    const siblings = children.get(message.parentMessageId) ?? [message.messageId];
    const index = siblings.indexOf(message.messageId);
    return {
      ...message,
      siblingIndex: index + 1,
      siblingCount: siblings.length,
      previousSiblingId: siblings[index - 1] ?? null,
      nextSiblingId: siblings[index + 1] ?? null,
    };
  });
}

/**
 * The last message of the shown branch: the stored one, otherwise the newest of the conversation.
 * @returns its id, or null for a conversation without messages.
 */
export async function shownLeaf(
  tx: Tx,
  { conversationId, leafId }: { conversationId: string; leafId: string | null },
): Promise<string | null> {
  if (leafId !== null) return leafId;
  const newest = await selectRow<{ id: string }>(
    tx,
    'SELECT id FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT 1',
    [conversationId],
  );
  return newest?.id ?? null;
}

/**
 * Shows a message instead of its siblings, with the branch that was chosen below it.
 * @returns the last message of the branch that is now shown.
 * @throws AppError not_found for a message that is not in this conversation of this user.
 */
export async function chooseBranch(
  tx: Tx,
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<string> {
  const message = await findMessage(tx, { userId, conversationId, messageId });
  await lockConversationsWithNext(tx, [conversationId]);
  if (message.parent_id === ROOT_ID) {
    await change(tx, 'UPDATE conversations SET chosen_root_id = ? WHERE id = ?', [messageId, conversationId]);
  } else {
    await change(
      tx,
      'UPDATE messages FORCE INDEX (PRIMARY) SET chosen_child_id = ? WHERE id = ? AND conversation_id = ?',
      [messageId, message.parent_id, conversationId],
    );
  }
  const leaf = await lowestShown(tx, conversationId, messageId);
  await change(tx, 'UPDATE conversations SET leaf_id = ? WHERE id = ?', [leaf, conversationId]);
  return leaf;
}

/** The end of the branch below a message: the chosen child each time, otherwise the newest. */
export async function lowestShown(tx: Tx, conversationId: string, from: string): Promise<string> {
  let current = from;
  for (;;) {
    const [reached] = await selectRows<{ id: string }>(tx, `${PATH_DOWN} ${LOWEST}`, [
      current,
      conversationId,
      conversationId,
    ]);
    if (reached && reached.id !== current) {
      current = reached.id;
      continue;
    }
    const newest = await selectRow<{ id: string }>(
      tx,
      'SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? ORDER BY position DESC LIMIT 1',
      [conversationId, current],
    );
    if (!newest) return current;
    current = newest.id;
  }
}
