import type { ByteSource } from './byte-source.ts';

/** A part of a file, in bytes. */
export interface Range {
  offset: number;
  length: number;
}

/** Bytes that are read, changed and written at a time. */
const PIECE = 256 * 1024;

/**
 * Fills parts of a file with zeros, in the order of the file: a piece of it is written once however many of them it has,
 * and not at all where all of them are zeros already.
 */
export async function eraseRanges(source: ByteSource, ranges: readonly Range[]): Promise<void> {
  const sorted = ranges.filter(({ length }) => length > 0).sort((one, other) => one.offset - other.offset);
  let at = 0;
  for (let next = 0; next < sorted.length;) {
    const start = Math.max(at, sorted[next]!.offset);
    const end = Math.min(start + PIECE, source.size);
    const bytes = Buffer.from(await source.read(start, end - start));
    let isChanged = false;
    for (; next < sorted.length && sorted[next]!.offset < end; next += 1) {
      const { offset, length } = sorted[next]!;
      const part = bytes.subarray(Math.max(0, offset - start), Math.max(0, offset + length - start));
      isChanged ||= part.some((byte) => byte !== 0);
      part.fill(0);
      // Its rest is in the next piece.
      if (offset + length > end) break;
    }
    if (isChanged) await source.overwrite(start, bytes);
    at = end;
  }
}
