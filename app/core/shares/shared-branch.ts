import { AppError } from '#app/contracts/errors.ts';
import type { SharedMessageState } from '#app/contracts/shares/share.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { Share } from './share.ts';

/** Messages of a page. */
const PAGE_SIZE = 50;

/** A page ends with the message that takes its texts beyond this many bytes. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** A message of a snapshot. */
interface SharedMessage {
  /** Position of the message in its chat: identifies it in the snapshot. */
  place: number;
  isOwn: boolean;
  sender: string;
  endpoint: string | null;
  model: string | null;
  text: string;
  thinking: string | null;
  state: SharedMessageState;
  /** Number of its files, including those that are not shared or were deleted since. */
  fileCount: number;
  createdAt: Date;
}

/** A file of a shared message. */
export interface SharedFile {
  place: number;
  number: number;
  file: FileRecord;
}

/** A message of a page, with its position among its siblings and its files. */
export interface PlacedMessage extends SharedMessage {
  /** 1-based index among its siblings, and their count. */
  siblingIndex: number;
  siblingCount: number;
  /** The places of the neighboring siblings, if any. */
  previousSibling: number | null;
  nextSibling: number | null;
  files: SharedFile[];
}

/** A page of a branch of a snapshot, oldest message first. */
export interface SharedPage {
  messages: PlacedMessage[];
  /** The first places of the pages before and after it, if any. */
  earlier: number | null;
  later: number | null;
}

/** A node of the tree of messages: texts are read for the shown page alone. */
interface Node {
  place: number;
  parent_place: number;
  /** The child that its owner had chosen. */
  next_place: number | null;
}

type Row = Omit<SharedMessage, 'isOwn'> & { isOwn: number };

/**
 * Reads a page of a snapshot.
 * @param options.via a message that the branch contains; absent or unknown: the branch that its owner shared
 * @param options.from the first message of the page; absent, or not on the branch: the beginning
 */
export async function readSharedPage(
  tx: Tx,
  share: Share,
  { via, from }: { via?: number | undefined; from?: number | undefined } = {},
): Promise<SharedPage> {
  const nodes = await readTree(tx, share.id);
  const tree = new Map(nodes.map((node) => [node.place, node]));
  const children = new Map<number, number[]>();
  for (const { place, parent_place: parent } of nodes) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(place);
    else children.set(parent, [place]);
  }
  const isKnown = via !== undefined && tree.has(via);
  const branch = ancestorsOf(tree, isKnown ? via : share.leafPlace);
  if (isKnown) branch.push(...descendantsOf(tree, children, via));
  const begin = Math.max(0, from === undefined ? 0 : branch.indexOf(from));
  const places = branch.slice(begin, begin + PAGE_SIZE);
  const messages = await readMessages(tx, share.id, places);
  const files = await readFiles(tx, share, messages);
  const end = begin + messages.length;
  return {
    messages: messages.map((message) => ({
      ...message,
      ...siblingsOf(children.get(tree.get(message.place)!.parent_place)!, message.place),
      files: files.filter(({ place }) => place === message.place),
    })),
    earlier: begin === 0 ? null : branch[Math.max(0, begin - PAGE_SIZE)]!,
    later: branch[end] ?? null,
  };
}

/**
 * Finds a file of a snapshot.
 * @throws AppError not_found if the snapshot has no such file, or its owner has deleted it
 */
export async function findSharedFile(
  tx: Tx,
  share: Share,
  { place, number }: { place: number; number: number },
): Promise<FileRecord> {
  const row = await selectRow<{ file_id: string }>(
    tx,
    'SELECT file_id FROM shared_files WHERE share_id = ? AND place = ? AND number = ?',
    [share.id, place, number],
  );
  const found = row && (await findFiles(tx, { userId: share.userId, ids: [row.file_id] }));
  const file = row && found?.get(row.file_id);
  if (!file) throw new AppError('not_found', { message: 'There is no such file.' });
  return file;
}

/** Yields all messages of a snapshot in the order of their places, page by page. */
export async function* sharedPages(tx: Tx, shareId: string): AsyncGenerator<(SharedMessage & Node)[]> {
  const nodes = await readTree(tx, shareId);
  const tree = new Map(nodes.map((node) => [node.place, node]));
  for (let at = 0; at < nodes.length;) {
    const places = nodes.slice(at, at + PAGE_SIZE).map(({ place }) => place);
    const messages = await readMessages(tx, shareId, places);
    if (messages.length === 0) return;
    yield messages.map((message) => {
      const node = tree.get(message.place)!;
      const isNextThere = node.next_place !== null && tree.has(node.next_place);
      return { ...message, ...node, next_place: isNextThere ? node.next_place : null };
    });
    at += messages.length;
  }
}

/** At most 10,000 rows of numbers, from an index. */
function readTree(tx: Tx, shareId: string): Promise<Node[]> {
  return selectRows<Node>(
    tx,
    `SELECT place, parent_place, next_place FROM shared_messages FORCE INDEX (shared_messages_tree)
     WHERE share_id = ? ORDER BY place`,
    [shareId],
  );
}

/** The branch that ends with a message. A parent has a lower place than its children, so this ends. */
function ancestorsOf(tree: ReadonlyMap<number, Node>, end: number): number[] {
  const branch: number[] = [];
  for (let node = tree.get(end); node; node = tree.get(node.parent_place)) branch.push(node.place);
  return branch.reverse();
}

/** The branch below a message: the chosen child each time, otherwise the newest. */
function descendantsOf(
  tree: ReadonlyMap<number, Node>,
  children: ReadonlyMap<number, readonly number[]>,
  from: number,
): number[] {
  const branch: number[] = [];
  for (let place: number | undefined = from; place !== undefined;) {
    const below: readonly number[] = children.get(place) ?? [];
    const chosen: number | null | undefined = tree.get(place)?.next_place;
    place = typeof chosen === 'number' && below.includes(chosen) ? chosen : below.at(-1);
    if (place !== undefined) branch.push(place);
  }
  return branch;
}

function siblingsOf(siblings: readonly number[], place: number) {
  const index = siblings.indexOf(place);
  return {
    siblingIndex: index + 1,
    siblingCount: siblings.length,
    previousSibling: siblings[index - 1] ?? null,
    nextSibling: siblings[index + 1] ?? null,
  };
}

/** Reads as many of the messages as fit in a page, the first in any case. */
async function readMessages(tx: Tx, shareId: string, places: readonly number[]): Promise<SharedMessage[]> {
  if (places.length === 0) return [];
  const rows = await selectRows<Row>(
    tx,
    `SELECT m.place, m.is_own AS isOwn, m.sender, m.endpoint, m.model, m.text, m.thinking, m.state,
       m.file_count AS fileCount, m.created_at AS createdAt
     FROM (SELECT place, SUM(bytes) OVER (ORDER BY place) - bytes AS before_bytes
           FROM (SELECT place, LENGTH(text) + COALESCE(LENGTH(thinking), 0) AS bytes FROM shared_messages
                 WHERE share_id = ? AND place IN (?)) some) page
     JOIN shared_messages m ON m.share_id = ? AND m.place = page.place
     WHERE page.before_bytes < ? ORDER BY m.place`,
    [shareId, [...places], shareId, PAGE_BYTES],
  );
  return rows.map((row) => ({ ...row, isOwn: row.isOwn === 1 }));
}

async function readFiles(tx: Tx, share: Share, messages: readonly SharedMessage[]): Promise<SharedFile[]> {
  const places = messages.flatMap(({ place, fileCount }) => (fileCount > 0 ? [place] : []));
  if (!share.hasFiles || places.length === 0) return [];
  const rows = await selectRows<{ place: number; number: number; file_id: string }>(
    tx,
    `SELECT place, number, file_id FROM shared_files WHERE share_id = ? AND place IN (?) ORDER BY place, number`,
    [share.id, places],
  );
  const ids = rows.map((row) => row.file_id);
  const files = await findFiles(tx, { userId: share.userId, ids });
  return rows.flatMap(({ place, number, file_id: id }) => {
    const file = files.get(id);
    return file ? [{ place, number, file }] : [];
  });
}
