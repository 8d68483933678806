import { malformed, type ByteSource } from './byte-source.ts';

/** A box of an MP4 file: where its header begins, where its content begins, and where it ends. */
export interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** Boxes of one level that are looked at; fragments of a long video are some thousands. */
const MOST_BOXES = 50_000;
const HEADER = 8;
const LARGE_HEADER = 16;

/**
 * The boxes of a part of a file, in their order. Each header is read once, what stands in boxes is passed over.
 * @throws AppError file_processing for a box that reaches over the end, and for too many
 */
export async function* boxesOf(source: ByteSource, start: number, end: number): AsyncGenerator<Box> {
  let at = start;
  for (let count = 0; at < end; count += 1) {
    if (count === MOST_BOXES || end - at < HEADER) throw malformed();
    const header = await source.read(at, Math.min(LARGE_HEADER, end - at));
    const box = readHeader(header, at, end);
    if (box.end > end || box.end < box.content) throw malformed();
    yield box;
    at = box.end;
  }
}

function readHeader(header: Buffer, at: number, end: number): Box {
  const size = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  if (size === 0) return { type, start: at, content: at + HEADER, end };
  if (size !== 1) return { type, start: at, content: at + HEADER, end: at + size };
  if (header.length < LARGE_HEADER) throw malformed();
  const large = header.readBigUInt64BE(8);
  if (large > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed();
  return { type, start: at, content: at + LARGE_HEADER, end: at + Number(large) };
}

/** The first box of a type below another one. */
export async function findBox(source: ByteSource, parent: Box, type: string): Promise<Box | null> {
  for await (const box of boxesOf(source, parent.content, parent.end)) if (box.type === type) return box;
  return null;
}

/** The first box at the end of a path below another one. */
export async function findPath(source: ByteSource, from: Box, path: readonly string[]): Promise<Box | null> {
  let at: Box | null = from;
  for (const type of path) at = at && (await findBox(source, at, type));
  return at;
}
