import { malformed, type ByteSource } from './byte-source.ts';

/** A box of an MP4 file: the offsets of its header, its content and its end. */
export interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

const HEADER = 8;
const LARGE_HEADER = 16;

/**
 * The boxes of a range of a file, in order. Each counts as a visit of the source; their content is skipped.
 * @throws AppError file_processing for a box that exceeds the range, and for too many
 */
export async function* boxesOf(source: ByteSource, start: number, end: number): AsyncGenerator<Box> {
  let at = start;
  while (at < end) {
    source.visit();
    const box = readHeader(await source.read(at, Math.min(LARGE_HEADER, end - at)), at, end);
    yield box;
    at = box.end;
  }
}

/**
 * The boxes of bytes in memory, in order.
 * @param visit is called before each, and may throw
 * @throws AppError file_processing for a box that exceeds the bytes
 */
export function boxesIn(bytes: Buffer, visit: () => void): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; at = boxes.at(-1)!.end) {
    visit();
    boxes.push(readHeader(bytes.subarray(at, at + LARGE_HEADER), at, bytes.length));
  }
  return boxes;
}

function readHeader(header: Buffer, at: number, end: number): Box {
  if (header.length < HEADER) throw malformed();
  const box = { type: header.toString('latin1', 4, 8), start: at, ...extentOf(header, at, end) };
  if (box.end > end || box.end < box.content) throw malformed();
  return box;
}

function extentOf(header: Buffer, at: number, end: number): Pick<Box, 'content' | 'end'> {
  const size = header.readUInt32BE(0);
  if (size === 0) return { content: at + HEADER, end };
  if (size !== 1) return { content: at + HEADER, end: at + size };
  if (header.length < LARGE_HEADER) throw malformed();
  const large = header.readBigUInt64BE(8);
  if (large > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed();
  return { content: at + LARGE_HEADER, end: at + Number(large) };
}

/**
 * Finds the child box of a type; null if there is none.
 * @throws AppError file_processing for a second one: two readers would see different videos
 */
export async function findBox(source: ByteSource, parent: Box, type: string): Promise<Box | null> {
  let found: Box | null = null;
  for await (const box of boxesOf(source, parent.content, parent.end)) {
    if (box.type !== type) continue;
    if (found) throw malformed();
    found = box;
  }
  return found;
}

/** Finds the box at the end of a path of types below another box. */
export async function findPath(source: ByteSource, from: Box, path: readonly string[]): Promise<Box | null> {
  let at: Box | null = from;
  for (const type of path) at = at && (await findBox(source, at, type));
  return at;
}

/** Max bytes of one table of a track; a track with a longer one is refused. */
const MAX_TABLE = 4 * 1024 * 1024;

/**
 * Reads the content of a table box below another one. @throws AppError file_processing if it is too long or
 * too short
 */
export async function readTable(source: ByteSource, tables: Box, type: string): Promise<Buffer | null> {
  const box = await findBox(source, tables, type);
  if (!box) return null;
  const length = box.end - box.content;
  if (length > MAX_TABLE || length < 8) throw malformed();
  return source.read(box.content, length);
}

/** Offsets of the entries of a table, after its version and their number. */
export function entriesOf(table: Buffer | null, bytes: number): number[] {
  if (!table) return [];
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / bytes));
  return Array.from({ length: count }, (_, index) => 8 + index * bytes);
}
