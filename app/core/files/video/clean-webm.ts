import { notSupported } from '../media/detect-type.ts';
import { erase, malformed, type ByteSource, type VideoFacts } from './byte-source.ts';
import { readElement, readFloat, readNumber, writeSize, type Element } from './ebml-elements.ts';

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
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const VOID = 0xec;
/** Tags, attached files, and empty space: where somebody may have said where a video was taken. */
const SPOKEN = new Set([0x1254c367, 0x1941a469, VOID]);
/** What stands in a segment beside them: SeekHead, Cues, Chapters, CRC-32. */
const KNOWN = new Set([0x114d9b74, 0x1c53bb6b, 0x1043a770, 0xbf, INFO, TRACKS, CLUSTER]);
/** What stands in a cluster; of one that does not say where it ends anything else is its end. */
const IN_CLUSTER = new Set([TIMESTAMP, SIMPLE_BLOCK, BLOCK_GROUP, 0xa7, 0xab, 0x5854, 0xbf, 0xaf]);

/** Elements of a file that are looked at: blocks of a stream that does not say where its clusters end are many. */
const MOST_ELEMENTS = 500_000;
const MOST_SECONDS = 24 * 3600;
const NANOSECONDS = 1e9;

interface Found {
  width: number;
  height: number;
  /** Nanoseconds of a unit. */
  scale: number;
  /** Units, as the file says. */
  duration: number | null;
  /** Units at which the last block begins. */
  last: number;
}

/**
 * Reads size and length of a WebM file, and erases in its place what may say where it was taken: tags and attachments.
 * A recording that does not say its length has that of its last block.
 * @throws AppError file_processing for what is no such file; file_type_not_supported where there is no picture in it
 */
export async function cleanWebm(source: ByteSource): Promise<VideoFacts> {
  const head = await readElement(source, 0, source.size);
  if (head.id !== EBML || head.end === null) throw malformed();
  const segment = await readElement(source, head.end, source.size);
  // What follows the video is a file of another kind that hides behind it.
  if (segment.id !== SEGMENT || (segment.end ?? source.size) !== source.size) throw malformed();
  const found: Found = { width: 0, height: 0, scale: 1e6, duration: null, last: 0 };
  await readSegment(source, segment.content, found);
  if (found.width === 0 || found.height === 0) throw notSupported('audio/webm');
  const seconds = ((found.duration ?? found.last) * found.scale) / NANOSECONDS;
  const isKnown = seconds > 0 && seconds <= MOST_SECONDS;
  return {
    width: found.width,
    height: found.height,
    seconds: isKnown ? Math.round(seconds * 1000) / 1000 : null,
  };
}

async function readSegment(source: ByteSource, start: number, found: Found): Promise<void> {
  let at = start;
  let cluster = 0;
  for (let count = 0; at < source.size; count += 1) {
    if (count === MOST_ELEMENTS) throw malformed();
    const element = await readElement(source, at, source.size);
    at = element.end ?? element.content;
    if (element.id === TIMESTAMP) cluster = await readNumber(source, element);
    else if (element.id === SIMPLE_BLOCK) found.last = cluster + (await blockTime(source, element));
    // Of a cluster what stands in it comes next.
    else if (element.id === CLUSTER) at = element.content;
    else if (element.end === null) throw malformed();
    else if (SPOKEN.has(element.id)) await eraseElement(source, element);
    else if (element.id === INFO) await readInfo(source, element, found);
    else if (element.id === TRACKS) await readTracks(source, element, found);
    else if (!KNOWN.has(element.id) && !IN_CLUSTER.has(element.id)) throw malformed();
  }
  found.last = Math.max(found.last, cluster);
}

/** After the number of its track, which has as many bytes as its first one says, a block has its time in 16 bits. */
async function blockTime(source: ByteSource, { content, end }: Element): Promise<number> {
  const bytes = await source.read(content, Math.min(10, (end ?? content) - content));
  const track = Math.clz32(bytes[0] ?? 0) - 23;
  return track + 2 <= bytes.length ? bytes.readInt16BE(track) : 0;
}

async function readInfo(source: ByteSource, info: Element, found: Found): Promise<void> {
  for await (const element of childrenOf(source, info)) {
    if (element.id === SCALE) found.scale = await readNumber(source, element);
    if (element.id === DURATION) found.duration = await readFloat(source, element);
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

/** Few: a list of tracks or of facts is no place for many. */
const MOST_CHILDREN = 1000;

async function* childrenOf(source: ByteSource, parent: Element): AsyncGenerator<Element> {
  let at = parent.content;
  for (let count = 0; at < parent.end!; count += 1) {
    if (count === MOST_CHILDREN) throw malformed();
    const element = await readElement(source, at, parent.end!);
    if (element.end === null) throw malformed();
    yield element;
    at = element.end;
  }
}

/** Makes empty space of an element: one byte of name, a size, zeros, as long as before. */
async function eraseElement(source: ByteSource, { start, end }: Element): Promise<void> {
  const whole = end! - start;
  const sizeLength = Math.min(8, whole - 1);
  await source.overwrite(start, Buffer.from([VOID]));
  await source.overwrite(start + 1, writeSize(whole - 1 - sizeLength, sizeLength));
  await erase(source, start + 1 + sizeLength, whole - 1 - sizeLength);
}
