import { ROOT_ID } from '#app/contracts/chat.ts';
import { readMessageFiles } from './messages/message-files.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { lookUpRows, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A message as prompts need it. */
export interface Ancestor {
  id: string;
  parentId: string;
  position: number;
  isCreatedByUser: boolean;
  text: string;
  /** By our own count; null if not counted yet. */
  tokens: number | null;
  /** The images and videos that were sent with it, or that it consists of, without deleted ones. */
  files: readonly FileRecord[];
}

interface AncestorRow {
  id: string;
  parent_id: string;
  position: number;
  is_created_by_user: number;
  /** null: too long to be read with its page. */
  text: string | null;
  tokens: number | null;
  file_count: number;
}

/** Messages of the first page, and max messages of a later one. */
const PAGE = 50;
const MAX_PAGE = 400;

/**
 * Max bytes of the texts of a page. Texts that take more than their share are read one by one, when they are
 * needed: fifty of a megabyte each would otherwise be in memory at once.
 */
const PAGE_BYTES = PAGE * 64 * 1024;

/** The share of a text in a page, in average texts of the conversation. */
const SHARE = 4;

const COUNT_PAGE = 2000;

/**
 * Yields a message and its ancestors, newest first, up to the first message of the conversation. Pages are
 * read on demand: a caller that has enough stops, and an endless conversation costs no more than the part
 * that is used. Pages after the first are larger, if texts are short. A parent always has a lower position than its children, so a page downwards by position
 * contains the branch as long as no other branch was continued in between; the next page begins at the wanted
 * message and skips messages of other branches.
 */
export async function* readAncestors(
  tx: Tx,
  conversationId: string,
  messageId: string,
): AsyncGenerator<Ancestor> {
  let wanted = messageId;
  let page = PAGE;
  while (wanted !== ROOT_ID) {
    const textBytes = Math.floor(PAGE_BYTES / page);
    const read = wanted === messageId ? lookUpRows : selectRows;
    const rows = await read<AncestorRow>(
      tx,
      `SELECT id, parent_id, position, is_created_by_user, tokens, file_count,
         CASE WHEN LENGTH(text) <= ? THEN text END AS text FROM messages
       WHERE conversation_id = ?
         AND position <= (SELECT position FROM messages WHERE id = ? AND conversation_id = ?)
       ORDER BY position DESC LIMIT ?`,
      [textBytes, conversationId, wanted, conversationId, page],
    );
    if (rows.length === 0) return;
    page = nextPage(rows, textBytes);
    const files = await readMessageFiles(tx, rows);
    for (const row of rows) {
      if (row.id !== wanted) continue;
      wanted = row.parent_id;
      const all = files.get(row.id) ?? [];
      const hasOnlyFiles = row.text === '' && row.file_count > 0;
      yield {
        id: row.id,
        parentId: row.parent_id,
        position: row.position,
        isCreatedByUser: row.is_created_by_user === 1,
        text: hasOnlyFiles ? placeholderText(all) : (row.text ?? (await readText(tx, row.id))),
        tokens: hasOnlyFiles ? null : row.tokens,
        files: all,
      };
    }
  }
}

/** Messages of the next page: so many that most texts do not take more than their share. */
function nextPage(rows: readonly AncestorRow[], textBytes: number): number {
  const bytes = rows.reduce((sum, { text }) => sum + (text?.length ?? textBytes), 0);
  const fitting = Math.floor((PAGE_BYTES * rows.length) / (SHARE * Math.max(bytes, 1)));
  return Math.min(Math.max(fitting, PAGE), MAX_PAGE);
}

/** The text in a prompt for a reply that consists of files. */
function placeholderText(files: readonly FileRecord[]): string {
  return files.some(({ kind }) => kind === 'video') ? '[video]' : '[picture]';
}

async function readText(tx: Tx, id: string): Promise<string> {
  const row = await selectRow<{ text: string }>(tx, 'SELECT text FROM messages WHERE id = ?', [id]);
  return row?.text ?? '';
}

/**
 * Number of messages of a branch from its beginning to the given one; 0 for the root. Positions do not tell
 * it: they count the messages of all branches.
 */
export async function countBranch(tx: Tx, conversationId: string, messageId: string): Promise<number> {
  let count = 0;
  for await (const ids of branchPages(tx, conversationId, messageId)) count += ids.length;
  return count;
}

/** The ids of a message and its ancestors, newest first; the list ends when it has `max` ids or more. */
export async function listBranch(
  tx: Tx,
  { conversationId, messageId, max }: { conversationId: string; messageId: string; max: number },
): Promise<string[]> {
  const branch: string[] = [];
  for await (const ids of branchPages(tx, conversationId, messageId)) {
    branch.push(...ids);
    if (branch.length >= max) break;
  }
  return branch;
}

/** Each page begins at the wanted message, as in `readAncestors`. */
async function* branchPages(tx: Tx, conversationId: string, messageId: string): AsyncGenerator<string[]> {
  let wanted = messageId;
  while (wanted !== ROOT_ID) {
    const rows = await selectRows<{ id: string; parent_id: string }>(
      tx,
      `SELECT id, parent_id FROM messages
       WHERE conversation_id = ?
         AND position <= (SELECT position FROM messages WHERE id = ? AND conversation_id = ?)
       ORDER BY position DESC LIMIT ${COUNT_PAGE}`,
      [conversationId, wanted, conversationId],
    );
    if (rows.length === 0) return;
    const ids: string[] = [];
    for (const row of rows) {
      if (row.id !== wanted) continue;
      wanted = row.parent_id;
      ids.push(row.id);
    }
    yield ids;
  }
}
