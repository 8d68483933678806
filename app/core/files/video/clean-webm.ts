import { notSupported } from '#app/core/files/media/detect-type.ts';
import { erase, isBlank, lengthOf, malformed, type ByteSource, type VideoFacts } from './byte-source.ts';
import {
  lengthAt,
  parseElement,
  readElement,
  readFloat,
  readNumber,
  writeSize,
  type Element,
} from './ebml-elements.ts';

const EBML = 0x1a45dfa3;

const SEGMENT = 0x18538067;

const INFO = 0x1549a966;

const TRACKS = 0x1654ae6b;

const TRACK = 0xae;

const VIDEO = 0xe0;

const WIDTH = 0xb0;

const HEIGHT = 0xba;

const SCALE = 0x2ad7b1;

const DURATION = 0x4489;

const CLUSTER = 0x1f43b675;

const TIMESTAMP = 0xe7;

const VOID = 0xec;

/** Tags, attached files, and empty space: where somebody may have said where a video was taken. */
const SPOKEN = new Set([0x1254c367, 0x1941a469, VOID]);

/** Elements of a segment beside them: SeekHead, Cues, Chapters, CRC-32. */
const KNOWN = new Set([0x114d9b74, 0x1c53bb6b, 0x1043a770, 0xbf, INFO, TRACKS, CLUSTER]);

/** Elements of a cluster beside its blocks; of one that does not say where it ends any other one is its end. */
const IN_CLUSTER = new Set([TIMESTAMP, 0xa7, 0xab, 0x5854, 0xbf, 0xaf]);

/** Nanoseconds of a unit where a file does not say. */
const DEFAULT_SCALE = 1e6;

const NANOSECONDS = 1e9;

interface Found {
  width: number;
  height: number;
  /** Nanoseconds of a unit; of several the longest, since readers differ. */
  scale: number | null;
  /** Units, as the file says; 0 where it does not. */
  duration: number;
  blocks: Blocks;
}

const SIMPLE_BLOCK = 0xa3;

const BLOCK_GROUP = 0xa0;

const BLOCK = 0xa1;

/** Bytes of the number of a track, a time and flags, with which each block begins. */
const SHORTEST_BLOCK = 4;

/** Blocks of a file: an hour of pictures and sound has about 250,000. */
const MAX_BLOCKS = 400_000;

/** Bytes that hold all that is read of a block: its header, that of a group around it, and its time. */
const BLOCK_HEAD = 40;

/**
 * Reads size and length of a WebM file, and erases in its place what may say where it was taken: tags and attachments;
 * nothing is written where nothing has to be erased. The length is the longest of its duration and the times of its blocks
 * and clusters: recordings do not state a duration, and a model works on what is there.
 * @throws AppError file_processing for what is no such file; file_type_not_supported where there is no picture in it
 */
export async function cleanWebm(source: ByteSource): Promise<VideoFacts> {
  const head = await readElement(source, 0, source.size);
  if (head.id !== EBML || head.end === null) throw malformed();
  const segment = await readElement(source, head.end, source.size);
  // What follows the video is a file of another kind that hides behind it.
  if (segment.id !== SEGMENT || (segment.end ?? source.size) !== source.size) throw malformed();
  const found: Found = { width: 0, height: 0, scale: null, duration: 0, blocks: new Blocks() };
  await readSegment(source, segment.content, found);
  const { width, height, scale, duration, blocks } = found;
  if (width === 0 || height === 0) throw notSupported('audio/webm');
  const units = Math.max(duration, blocks.last);
  return { width, height, seconds: lengthOf((units * (scale ?? DEFAULT_SCALE)) / NANOSECONDS) };
}

async function readSegment(source: ByteSource, start: number, found: Found): Promise<void> {
  const { blocks } = found;
  const end = source.size;
  let at = start;
  let cluster = 0;
  while (at < end) {
    const next = blocks.pass(await source.ahead(at, BLOCK_HEAD), { at, end }, cluster);
    if (next > at) {
      at = next;
      continue;
    }
    const element = await readElement(source, at, end);
    at = element.end ?? element.content;
    // Of a cluster its content comes next.
    if (element.id === CLUSTER) at = element.content;
    else if (element.end === null) throw malformed();
    else if (element.id === TIMESTAMP) {
      cluster = await readNumber(source, element);
      blocks.last = Math.max(blocks.last, cluster);
    } else if (SPOKEN.has(element.id)) await eraseElement(source, element);
    else if (element.id === INFO) await readInfo(source, element, found);
    else if (element.id === TRACKS) await readTracks(source, element, found);
    else if (!KNOWN.has(element.id) && !IN_CLUSTER.has(element.id)) throw malformed();
  }
}

async function readInfo(source: ByteSource, info: Element, found: Found): Promise<void> {
  for await (const element of childrenOf(source, info)) {
    if (element.id === SCALE) found.scale = Math.max(found.scale ?? 0, await readNumber(source, element));
    if (element.id === DURATION) found.duration = Math.max(found.duration, await readFloat(source, element));
  }
}

async function readTracks(source: ByteSource, tracks: Element, found: Found): Promise<void> {
  for await (const track of childrenOf(source, tracks)) {
    if (track.id !== TRACK) continue;
    for await (const part of childrenOf(source, track)) {
      if (part.id !== VIDEO) continue;
      for await (const element of childrenOf(source, part)) {
        if (element.id === WIDTH) found.width = await readNumber(source, element);
        if (element.id === HEIGHT) found.height = await readNumber(source, element);
      }
    }
  }
}

async function* childrenOf(source: ByteSource, parent: Element): AsyncGenerator<Element> {
  let at = parent.content;
  while (at < parent.end!) {
    const element = await readElement(source, at, parent.end!);
    if (element.end === null) throw malformed();
    yield element;
    at = element.end;
  }
}

/** Makes empty space of an element that says anything: one byte of name, a size, zeros, as long as before. */
async function eraseElement(source: ByteSource, { start, content, end }: Element): Promise<void> {
  if (await isBlank(source, content, end! - content)) return;
  const whole = end! - start;
  const sizeLength = Math.min(8, whole - 1);
  await source.overwrite(start, Buffer.from([VOID]));
  await source.overwrite(start + 1, writeSize(whole - 1 - sizeLength, sizeLength));
  await erase(source, start + 1 + sizeLength, whole - 1 - sizeLength);
}

/** Counts the blocks of a WebM file, and finds the time of the last one. */
class Blocks {
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
    if (end === null || end - content < SHORTEST_BLOCK) throw malformed();
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
