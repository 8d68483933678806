import { ROOT_ID } from '#app/contracts/chat.ts';
import { restoreConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow, write, type SqlValue } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** A message of another conversation, or of a file, that becomes a message of a new one. */
export interface CopiedMessage {
  /** Positions are unique in a conversation; that of a parent is lower. */
  position: number;
  /** 0 for a message without a parent. */
  parentPosition: number;
  /** The child on the shown branch; null for the newest. */
  chosenPosition: number | null;
  isCreatedByUser: boolean;
  sender: string;
  endpoint: string | null;
  model: string | null;
  text: string;
  cancelled: boolean;
  /** Number of files that the message had; they are not copied. */
  fileCount: number;
  createdAt: Date;
}

/** The head of a copied conversation. */
interface CopiedHead {
  id: string;
  userId: string;
  title: string;
  endpoint: string;
  model: string;
  /** The last message of the shown branch. */
  leafPosition: number;
}

/**
 * Creates a conversation of a user with copied messages. They have no generation and no cost: nothing is
 * charged, and nothing of them can be charged later.
 * @param pages messages in the order of their positions, as many at a time as should be in memory
 * @returns false if a conversation with this id exists already; one in the user's trash is restored, and nothing
 * else was written then
 */
export async function copyConversation(
  tx: Transaction,
  { id, userId, title, endpoint, model, leafPosition }: CopiedHead,
  pages: AsyncIterable<readonly CopiedMessage[]>,
): Promise<boolean> {
  await restoreConversations(tx, userId, [id]);
  const known =
    'SELECT id FROM conversations WHERE id = ? UNION ALL SELECT id FROM trashed_conversations WHERE id = ?';
  if (await selectRow(tx, known, [id, id])) return false;
  const ids = new Map<number, string>();
  const idOf = (position: number) => {
    const known = ids.get(position);
    if (known !== undefined) return known;
    const made = newId();
    ids.set(position, made);
    return made;
  };
  const parents = new Map<number, number>();
  let last = 0;
  const now = new Date();
  for await (const page of pages) {
    if (page.length === 0) continue;
    await write(tx, INSERT_MESSAGES, [page.map((message) => rowOf(message, { id, userId, idOf }))]);
    for (const { position, parentPosition } of page) parents.set(position, parentPosition);
    last = page.at(-1)!.position;
  }
  const [rootId, leafId] = [idOf(rootOf(parents, leafPosition)), idOf(leafPosition)];
  const head = [id, userId, title, 'user', endpoint, model, last + 1, rootId, leafId, now, now];
  await write(
    tx,
    `INSERT INTO conversations (id, user_id, title, title_source, endpoint, model, next_position, chosen_root_id,
       leaf_id, created_at, updated_at) VALUES (?)`,
    [head],
  );
  return true;
}

const INSERT_MESSAGES = `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, chosen_child_id,
  is_created_by_user, sender, endpoint, model, text, cancelled, finish_reason, file_count, created_at,
  updated_at) VALUES ?`;

function rowOf(
  message: CopiedMessage,
  { id, userId, idOf }: { id: string; userId: string; idOf: (position: number) => string },
): SqlValue[] {
  const { position, parentPosition, chosenPosition, isCreatedByUser, createdAt } = message;
  return [
    idOf(position),
    userId,
    id,
    position,
    parentPosition === 0 ? ROOT_ID : idOf(parentPosition),
    chosenPosition === null ? null : idOf(chosenPosition),
    isCreatedByUser,
    message.sender,
    message.endpoint,
    message.model,
    message.text,
    message.cancelled,
    isCreatedByUser ? null : 'stop',
    message.fileCount,
    createdAt,
    createdAt,
  ];
}

function rootOf(parents: ReadonlyMap<number, number>, leaf: number): number {
  let position = leaf;
  for (let parent = parents.get(leaf) ?? 0; parent !== 0; parent = parents.get(parent) ?? 0)
    position = parent;
  return position;
}
