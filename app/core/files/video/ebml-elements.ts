import { malformed, type ByteSource } from './byte-source.ts';

/**
 * An element of a WebM file: the offsets of its start, its content and its end; `end` is null if its size is
 * unknown.
 */
export interface Element {
  id: number;
  start: number;
  content: number;
  end: number | null;
}

const LONGEST_HEADER = 12;

/**
 * Reads the header of the element at an offset; it counts as a visit of the source.
 * @param end the end of its parent
 * @throws AppError file_processing if there is no element, or it exceeds its parent
 */
export async function readElement(source: ByteSource, at: number, end: number): Promise<Element> {
  source.visit();
  return parseElement(await source.read(at, Math.min(LONGEST_HEADER, end - at)), 0, { at, end });
}

/**
 * Parses the header of an element in memory.
 * @param place its offset in `header`
 * @param within its offset in the file, and the end of its parent
 * @throws AppError as `readElement`
 */
export function parseElement(
  header: Buffer,
  place: number,
  { at, end }: { at: number; end: number },
): Element {
  const idLength = lengthAt(header, place);
  if (idLength > 4) throw malformed();
  const sizeLength = lengthAt(header, place + idLength);
  const content = at + idLength + sizeLength;
  const id = header.readUIntBE(place, idLength);
  const size = sizeAt(header, place + idLength, sizeLength);
  if (size === null) return { id, start: at, content, end: null };
  if (content + size > end) throw malformed();
  return { id, start: at, content, end: content + size };
}

/** The length of a variable-length number in bytes, which the zeros before its first set bit tell. */
export function lengthAt(bytes: Buffer, at: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 8 || at + length > bytes.length) throw malformed();
  return length;
}

/** null if every bit is set: the size is unknown. */
function sizeAt(bytes: Buffer, at: number, length: number): number | null {
  const first = 0xff >> length;
  let value = bytes[at]! & first;
  let isUnknown = value === first;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next]!;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  if (isUnknown) return null;
  if (value > Number.MAX_SAFE_INTEGER) throw malformed();
  return value;
}

/** Encodes a size in `length` bytes. */
export function writeSize(size: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * length)));
  return bytes.subarray(8 - length);
}

/** The content of a small element as an integer. */
export async function readNumber(source: ByteSource, { content, end }: Element): Promise<number> {
  const length = (end ?? content) - content;
  if (length > 8) throw malformed();
  let value = 0;
  for (const byte of await source.read(content, length)) value = value * 256 + byte;
  return value;
}

/** The content of an element as a floating-point number. */
export async function readFloat(source: ByteSource, { content, end }: Element): Promise<number> {
  const bytes = await source.read(content, (end ?? content) - content);
  if (bytes.length === 4) return bytes.readFloatBE(0);
  if (bytes.length === 8) return bytes.readDoubleBE(0);
  throw malformed();
}
