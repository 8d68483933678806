import { ROOT_ID, type ChatMessage } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, PAGE_BYTES, TEXT_BYTES_OF, viewMessages, type MessageRow } from './message.ts';
import { listMessages } from './stored-messages.ts';

/** Messages that a statement reads with their texts, and without them. */
const PAGE_SIZE = 200;
const LINK_PAGE_SIZE = 5000;

/** A message without its content: its position in the conversation, and that of its parent. */
export interface MessageLink {
  position: number;
  /** null for a first message, and for one whose parent does not exist. */
  parent: number | null;
}

interface Sized {
  position: number;
  bytes: number | string;
}

/**
 * Yields the messages of all branches page by page, each after its parent. The caller has checked the owner.
 */
export async function* pageAllBranches(tx: Tx, conversationId: string): AsyncGenerator<ChatMessage[]> {
  for (let after: number | null = 0; after !== null;) {
    const { messages, next }: Awaited<ReturnType<typeof listMessages>> = await listMessages(tx, {
      conversationId,
      after,
    });
    yield messages;
    after = next;
  }
}

/**
 * Yields the messages at these positions page by page, in the given order; long texts make a page shorter.
 * The caller has checked the owner.
 * @throws AppError conflict when one of them was deleted since the positions were read
 */
export async function* pageAtPositions(
  tx: Tx,
  conversationId: string,
  positions: readonly number[],
): AsyncGenerator<ChatMessage[]> {
  for (let at = 0; at < positions.length;) {
    const wanted = positions.slice(at, at + PAGE_SIZE);
    const fitting = await fitPage(tx, conversationId, wanted);
    const rows = await selectRows<MessageRow>(
      tx,
      `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.conversation_id = ? AND m.position IN (?)`,
      [conversationId, fitting],
    );
    if (rows.length < fitting.length) throw new AppError('conflict', { param: 'conversationId' });
    const order = new Map(fitting.map((position, index) => [position, index]));
    rows.sort((a, b) => order.get(a.position)! - order.get(b.position)!);
    yield await viewMessages(tx, rows);
    at += fitting.length;
  }
}

/** The first of these positions whose texts fit in a page; at least one. */
async function fitPage(tx: Tx, conversationId: string, wanted: number[]): Promise<number[]> {
  const rows = await selectRows<Sized>(
    tx,
    `SELECT position, ${TEXT_BYTES_OF} AS bytes FROM messages WHERE conversation_id = ? AND position IN (?)`,
    [conversationId, wanted],
  );
  const bytesOf = new Map(rows.map(({ position, bytes }) => [position, Number(bytes)]));
  let room = PAGE_BYTES;
  const end = wanted.findIndex((position) => {
    const isOver = room <= 0;
    room -= bytesOf.get(position) ?? 0;
    return isOver;
  });
  return end < 0 ? wanted : wanted.slice(0, end);
}

/**
 * Reads the positions of a branch, its first message first: a few bytes for each, so that a branch of any
 * length can be read from its beginning.
 * @param leafId the last message of the branch; null for an empty branch
 */
export async function branchPositions(
  tx: Tx,
  { conversationId, leafId }: { conversationId: string; leafId: string | null },
): Promise<number[]> {
  const upwards: number[] = [];
  let wanted = leafId ?? ROOT_ID;
  while (wanted !== ROOT_ID) {
    // A parent has a lower position than its children: a page downwards contains the branch as long as no other
    // branch was continued in between.
    const from = await selectRow<{ position: number }>(
      tx,
      'SELECT position FROM messages WHERE id = ? AND conversation_id = ?',
      [wanted, conversationId],
    );
    if (!from) break;
    const rows = await selectRows<{ id: string; parent_id: string; position: number }>(
      tx,
      `SELECT id, parent_id, position FROM messages WHERE conversation_id = ? AND position <= ?
       ORDER BY position DESC LIMIT ${LINK_PAGE_SIZE}`,
      [conversationId, from.position],
    );
    for (const row of rows) {
      if (row.id !== wanted) continue;
      upwards.push(row.position);
      wanted = row.parent_id;
    }
  }
  return upwards.reverse();
}

/** Yields the links of all messages page by page, each after its parent. The caller has checked the owner. */
export async function* pageLinks(tx: Tx, conversationId: string): AsyncGenerator<MessageLink[]> {
  for (let after = 0; ;) {
    const rows = await selectRows<MessageLink>(
      tx,
      `SELECT m.position, parents.position AS parent FROM messages m
       LEFT JOIN messages parents ON parents.id = m.parent_id AND parents.conversation_id = m.conversation_id
       WHERE m.conversation_id = ? AND m.position > ? ORDER BY m.position LIMIT ${LINK_PAGE_SIZE}`,
      [conversationId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}
