import { ROOT_ID, type BranchMessage } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { viewMessages } from '#app/core/conversations/files/view-messages.ts';
import { MESSAGE_COLUMNS, type MessageRow } from '#app/core/conversations/messages/message-row.ts';
import { PAGE_BYTES, TEXT_BYTES_OF } from '#app/core/conversations/messages/page-bytes.ts';
import { placeAmongSiblings } from './place-among-siblings.ts';
import { shownLeaf } from './shown-leaf.ts';

const PAGE_SIZE = 50;

/** Steps from child to parent, each one look-up by primary key; the depth bounds the cost, not the conversation. */
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

/** A piece of the branch on show, oldest message first. */
export interface BranchPage {
  messages: BranchMessage[];
  /** True when the branch goes on above the first message. */
  hasEarlier: boolean;
}

/**
 * The branch on show of a conversation, from its end upwards.
 * @param options.before a message of the conversation: the page ends above it. Absent: the end of the branch.
 * @param options.limit most messages; long texts make a page shorter.
 * @throws AppError not_found when `before` is no message of this conversation.
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
  const last = before
    ? await parentOf(tx, conversation.id, before)
    : await shownLeaf(tx, { conversationId: conversation.id, leafId: conversation.leafId });
  if (last === null) return { messages: [], hasEarlier: false };
  const rows = await selectRows<MessageRow>(tx, WALK_UP, [
    last,
    conversation.id,
    limit,
    conversation.id,
    PAGE_BYTES,
  ]);
  return {
    messages: await placeAmongSiblings(tx, conversation.id, await viewMessages(tx, rows)),
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
