import { malformed } from './byte-source.ts';
import { lengthAt, parseElement, type Element } from './ebml-elements.ts';

const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
/** Bytes of the number of a track, a time and flags, with which each block begins. */
const SHORTEST = 4;
/** Blocks of a file: an hour of pictures and sound has about 250,000. */
const MAX_BLOCKS = 400_000;

/** Bytes that hold all that is read of a block: its header, that of a group around it, and its time. */
export const BLOCK_HEAD = 40;

/** Counts the blocks of a WebM file, and finds the time of the last one. */
export class Blocks {
  #count = 0;
  /** Units of the clock of the file. */
  last = 0;

  /**
   * Passes over the blocks at the beginning of some bytes without waiting for any of them.
   * @param from where the bytes begin in the file, and where the file ends
   * @param cluster the time of the cluster
   * @returns where what follows begins in the file: a block whose head is not in memory, or another element
   * @throws AppError file_processing for a block without content or end, and for too many
   */
  pass(bytes: Buffer, { at, end }: { at: number; end: number }, cluster: number): number {
    let place = at;
    while (place < end) {
      const offset = place - at;
      const isWhole = offset + BLOCK_HEAD <= bytes.length || at + bytes.length === end;
      if (!isWhole || (bytes[offset] !== SIMPLE_BLOCK && bytes[offset] !== BLOCK_GROUP)) break;
      const element = parseElement(bytes, offset, { at: place, end });
      this.#take(bytes, { element, offset: offset + element.content - place }, cluster);
      place = element.end!;
    }
    return place;
  }

  #take(bytes: Buffer, { element, offset }: { element: Element; offset: number }, cluster: number): void {
    const { id, content, end } = element;
    if (end === null || end - content < SHORTEST) throw malformed();
    this.#count += 1;
    if (this.#count > MAX_BLOCKS) throw malformed();
    if (id === SIMPLE_BLOCK) return this.#note(bytes, offset, cluster);
    const inner = parseElement(bytes, offset, { at: content, end });
    if (inner.id === BLOCK) this.#note(bytes, offset + inner.content - content, cluster);
  }

  /** After the number of its track, which has as many bytes as its first one says, a block has its time in 16 bits. */
  #note(bytes: Buffer, offset: number, cluster: number): void {
    const at = offset + lengthAt(bytes, offset);
    if (at + 2 > bytes.length) throw malformed();
    this.last = Math.max(this.last, cluster + bytes.readInt16BE(at));
  }
}
