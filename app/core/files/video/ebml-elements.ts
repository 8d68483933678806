import { malformed, type ByteSource } from './byte-source.ts';

/** An element of a WebM file: where it, its content and what follows begin; `end` is null where it does not say. */
export interface Element {
  id: number;
  start: number;
  content: number;
  end: number | null;
}

const LONGEST_HEADER = 12;

/**
 * Reads the header of the element at a place.
 * @param end where its parent ends
 * @throws AppError file_processing for what is none, or reaches over the end
 */
export async function readElement(source: ByteSource, at: number, end: number): Promise<Element> {
  const header = await source.read(at, Math.min(LONGEST_HEADER, end - at));
  const idLength = lengthOf(header, 0);
  if (idLength > 4) throw malformed();
  const sizeLength = lengthOf(header, idLength);
  const content = at + idLength + sizeLength;
  const id = header.readUIntBE(0, idLength);
  const size = sizeAt(header, idLength, sizeLength);
  if (size === null) return { id, start: at, content, end: null };
  if (content + size > end) throw malformed();
  return { id, start: at, content, end: content + size };
}

/** A number says by the zeros before its first bit how many bytes it has. */
function lengthOf(bytes: Buffer, at: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 8 || at + length > bytes.length) throw malformed();
  return length;
}

/** null where every bit is set: nobody knows. */
function sizeAt(bytes: Buffer, at: number, length: number): number | null {
  let value = BigInt(bytes[at]! & (0xff >> length));
  for (let next = 1; next < length; next += 1) value = (value << 8n) | BigInt(bytes[at + next]!);
  if (value === (1n << BigInt(7 * length)) - 1n) return null;
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed();
  return Number(value);
}

/** A size in so many bytes. */
export function writeSize(size: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * length)));
  return bytes.subarray(8 - length);
}

/** The content of a small element as a whole number. */
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
