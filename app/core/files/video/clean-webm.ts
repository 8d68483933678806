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

/** Tags, attached files and free space: they may contain the location of a video. */
const ERASED = new Set([0x1254c367, 0x1941a469, VOID]);

/** Other elements of a segment: SeekHead, Cues, Chapters, CRC-32. */
const KNOWN = new Set([0x114d9b74, 0x1c53bb6b, 0x1043a770, 0xbf, INFO, TRACKS, CLUSTER]);

/** Elements of a cluster beside its blocks; a cluster of unknown size ends at any other element. */
const IN_CLUSTER = new Set([TIMESTAMP, 0xa7, 0xab, 0x5854, 0xbf, 0xaf]);

/** Nanoseconds of a unit if a file does not state it. */
const DEFAULT_SCALE = 1e6;

const NANOSECONDS = 1e9;

interface TrackFacts {
  width: number;
  height: number;
  /** Nanoseconds of a unit; the max if there are several, since readers differ. */
  scale: number | null;
  /** Units, as the file states; 0 if it does not. */
  duration: number;
  blocks: Blocks;
}

const SIMPLE_BLOCK = 0xa3;

const BLOCK_GROUP = 0xa0;

const BLOCK = 0xa1;

/** Bytes of track number, time and flags, with which each block begins. */
const SHORTEST_BLOCK = 4;

/** Max blocks of a file: an hour of images and sound has about 250,000. */
const MAX_BLOCKS = 400_000;

/**
 * Bytes that contain everything that is read of a block: its header, that of a group around it, and its time.
 */
const BLOCK_HEAD = 40;

/**
 * Reads size and length of a WebM file, and erases in place what may contain its location: tags and
 * attachments; nothing is written if there is nothing to erase. The length is the longest of its duration and
 * the times of its blocks and clusters: recordings do not state a duration, and a model processes what is in
 * the file.
 * @throws AppError file_processing if it is not such a file; file_type_not_supported if it has no images
 */
export async function cleanWebm(source: ByteSource): Promise<VideoFacts> {
  const head = await readElement(source, 0, source.size);
  if (head.id !== EBML || head.end === null) throw malformed();
  const segment = await readElement(source, head.end, source.size);
  // Data after the segment is a different file hidden behind the video.
  if (segment.id !== SEGMENT || (segment.end ?? source.size) !== source.size) throw malformed();
  const found: TrackFacts = { width: 0, height: 0, scale: null, duration: 0, blocks: new Blocks() };
  await readSegment(source, segment.content, found);
  const { width, height, scale, duration, blocks } = found;
  if (width === 0 || height === 0) throw notSupported('audio/webm');
  const units = Math.max(duration, blocks.last);
  return { width, height, seconds: lengthOf((units * (scale ?? DEFAULT_SCALE)) / NANOSECONDS) };
}

async function readSegment(source: ByteSource, start: number, found: TrackFacts): Promise<void> {
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
    // A cluster is entered: its content comes next.
    if (element.id === CLUSTER) at = element.content;
    else if (element.end === null) throw malformed();
    else if (element.id === TIMESTAMP) {
      cluster = await readNumber(source, element);
      blocks.last = Math.max(blocks.last, cluster);
    } else if (ERASED.has(element.id)) await eraseElement(source, element);
    else if (element.id === INFO) await readInfo(source, element, found);
    else if (element.id === TRACKS) await readTracks(source, element, found);
    else if (!KNOWN.has(element.id) && !IN_CLUSTER.has(element.id)) throw malformed();
  }
}

async function readInfo(source: ByteSource, info: Element, found: TrackFacts): Promise<void> {
  for await (const element of childrenOf(source, info)) {
    if (element.id === SCALE) found.scale = Math.max(found.scale ?? 0, await readNumber(source, element));
    if (element.id === DURATION) found.duration = Math.max(found.duration, await readFloat(source, element));
  }
}

async function readTracks(source: ByteSource, tracks: Element, found: TrackFacts): Promise<void> {
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

/** Turns an element that is not blank into free space: one byte of id, a size, zeros, in the same length. */
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
  /** In units of the file's clock. */
  last = 0;

  /**
   * Skips the blocks at the beginning of some bytes synchronously.
   * @param from offset of the bytes in the file, and the end of the file
   * @param cluster the time of the cluster
   * @returns the offset of what follows: a block whose head is not in memory, or another element
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

  /**
   * A block begins with its track number, whose first byte tells its length, followed by the time in 16 bits.
   */
  #note(bytes: Buffer, offset: number, cluster: number): void {
    const at = offset + lengthAt(bytes, offset);
    if (at + 2 > bytes.length) throw malformed();
    this.last = Math.max(this.last, cluster + bytes.readInt16BE(at));
  }
}
