import { notSupported } from '#app/core/files/media/detect-type.ts';
import { erase, isBlank, lengthOf, malformed, type ByteSource, type VideoFacts } from './byte-source.ts';
import { boxesOf, entriesOf, findBox, findPath, readTable, type Box } from './mp4-boxes.ts';
import {
  readDefaults,
  readFragmentSeconds,
  readFragmentsLength,
  readHeaderTimes,
  readTrackClock,
  type TrackClock,
} from './mp4-length.ts';

/** Allowed boxes at the top level; any other one is a different file hidden behind the video. */
const TOP = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide pnot prft emsg meta udta uuid'.split(' '),
);

/** Boxes in which cameras write their location, and free space, which may contain anything. */
const ERASED = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);

/** Track types of a video: images, sound and subtitles. Others are notes of the camera, such as its route. */
const HANDLERS = new Set(['vide', 'soun', 'subt', 'sbtl']);

/** Tracks that determine the length of the video. */
const TIMED = new Set(['vide', 'soun']);

const FREE = Buffer.from('free', 'latin1');

type Size = Pick<VideoFacts, 'width' | 'height'>;

/** Max chunks of a metadata track; cameras write one to ten per second. */
const MAX_CHUNKS = 100_000;

/** A range of a file, in bytes. */
interface Range {
  offset: number;
  length: number;
}

/** Bytes that are read, changed and written at a time. */
const PIECE = 256 * 1024;

/**
 * Reads size and length of an MP4 or QuickTime file, and erases in place whatever may contain its location:
 * metadata of file and tracks, and tracks that are neither images nor sound. Nothing moves, so that the rest
 * is unchanged, and nothing is written if there is nothing to erase. The length is the longest that any of
 * its headers, sample tables and fragments state: a model processes what is in the file.
 * @throws AppError file_processing if it is not such a file; file_type_not_supported if it has no images
 */
export async function cleanMp4(source: ByteSource): Promise<VideoFacts> {
  let movie: Box | null = null;
  const fragments: Box[] = [];
  for await (const box of boxesOf(source, 0, source.size)) {
    if (!TOP.has(box.type) || (movie && box.type === 'moov')) throw malformed();
    if (box.type === 'moov') movie = box;
    if (box.type === 'moof') fragments.push(box);
    if (ERASED.has(box.type)) await eraseBox(source, box);
  }
  if (!movie) throw malformed();
  const { size, ...facts } = await cleanMovie(source, movie);
  if (!size) throw notSupported('audio/mp4');
  return { ...size, seconds: lengthOf(await longestOf(source, { movie, fragments, ...facts })) };
}

interface MovieFacts {
  /** null if no track has images. */
  size: Size | null;
  tracks: TrackClock[];
  /** From the movie header. */
  scale: number;
  seconds: number;
}

async function cleanMovie(source: ByteSource, movie: Box): Promise<MovieFacts> {
  const facts: MovieFacts = { size: null, tracks: [], scale: 0, seconds: 0 };
  for await (const box of boxesOf(source, movie.content, movie.end)) {
    if (ERASED.has(box.type)) await eraseBox(source, box);
    else if (box.type === 'trak') await cleanTrack(source, box, facts);
    else if (box.type === 'mvhd') {
      if (facts.scale > 0) throw malformed();
      Object.assign(facts, await readHeaderTimes(source, box));
    }
  }
  return facts;
}

async function longestOf(
  source: ByteSource,
  { movie, fragments, tracks, scale, seconds }: Omit<MovieFacts, 'size'> & { movie: Box; fragments: Box[] },
): Promise<number> {
  const lengths = [seconds, ...tracks.map((track) => track.seconds)];
  if (fragments.length > 0) {
    const defaults = await readDefaults(source, movie);
    lengths.push(await readFragmentSeconds(source, fragments, { tracks, defaults }));
  }
  lengths.push(await readFragmentsLength(source, movie, scale));
  return Math.max(...lengths);
}

async function cleanTrack(source: ByteSource, track: Box, facts: MovieFacts): Promise<void> {
  const handler = await findPath(source, track, ['mdia', 'hdlr']);
  const kind = handler && (await source.read(handler.content + 8, 4)).toString('latin1');
  if (!kind || !HANDLERS.has(kind)) {
    await eraseSamples(source, track);
    return eraseBox(source, track);
  }
  for await (const box of boxesOf(source, track.content, track.end))
    if (ERASED.has(box.type)) await eraseBox(source, box);
  if (TIMED.has(kind)) facts.tracks.push(await readTrackClock(source, track));
  if (kind === 'vide') facts.size = await readSize(source, track);
}

/** Reads the track header: 16.16 numbers at its end, rotated by the matrix before them. */
async function readSize(source: ByteSource, track: Box): Promise<Size> {
  const header = await findBox(source, track, 'tkhd');
  if (!header) throw malformed();
  const end = await source.read(header.end - 44, 44);
  const [width, height] = [end.readUInt16BE(36), end.readUInt16BE(40)];
  if (width === 0 || height === 0) throw malformed();
  const isTurned = end.readInt32BE(0) === 0 && end.readInt32BE(4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Turns a box that is not blank into free space. */
async function eraseBox(source: ByteSource, { start, content, end }: Box): Promise<void> {
  if (await isBlank(source, content, end - content)) return;
  await source.overwrite(start + 4, FREE);
  await erase(source, content, end - content);
}

/**
 * Erases the samples of a track of an MP4 file, as its tables list them.
 * @throws AppError file_processing for tables that point outside of the file, and for too many chunks
 */
async function eraseSamples(source: ByteSource, track: Box): Promise<void> {
  const tables = await findPath(source, track, ['mdia', 'minf', 'stbl']);
  if (!tables) return;
  const sizes = await readSizes(source, tables);
  const runs = await readRuns(source, tables);
  const chunks = await readChunks(source, tables);
  if (chunks.length > MAX_CHUNKS) throw malformed();
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  // A file may reference a chunk repeatedly: the total must not exceed the size of the file.
  let left = source.size;
  for (const [index, offset] of chunks.entries()) {
    while (runs[run + 1] && runs[run + 1]!.first <= index + 1) run += 1;
    let length = 0;
    for (let count = runs[run]?.samples ?? 0; count > 0 && sample < sizes.count; count -= 1)
      length += sizes.of(sample++);
    left -= length;
    if (offset + length > source.size || left < 0) throw malformed();
    ranges.push({ offset, length });
  }
  await eraseRanges(source, ranges);
}

/** stsz: one size for all samples, or one for each. */
async function readSizes(source: ByteSource, tables: Box) {
  const table = await readTable(source, tables, 'stsz');
  if (!table || table.length < 12) return { count: 0, of: () => 0 };
  const [fixed, stated] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  const listed = Math.floor((table.length - 12) / 4);
  const count = fixed > 0 ? Math.min(stated, Math.ceil(source.size / fixed)) : Math.min(stated, listed);
  return { count, of: (sample: number) => (fixed > 0 ? fixed : table.readUInt32BE(12 + sample * 4)) };
}

/** stsc: runs of chunks with the same number of samples. */
async function readRuns(source: ByteSource, tables: Box): Promise<{ first: number; samples: number }[]> {
  const table = await readTable(source, tables, 'stsc');
  return entriesOf(table, 12).map((at) => ({
    first: table!.readUInt32BE(at),
    samples: table!.readUInt32BE(at + 4),
  }));
}

/** stco or co64: the offset of each chunk. */
async function readChunks(source: ByteSource, tables: Box): Promise<number[]> {
  const small = await readTable(source, tables, 'stco');
  if (small) return entriesOf(small, 4).map((at) => small.readUInt32BE(at));
  const large = await readTable(source, tables, 'co64');
  return entriesOf(large, 8).map((at) => Number(large!.readBigUInt64BE(at)));
}

/**
 * Overwrites ranges of a file with zeros, in the order of the file: a piece of it is written once however
 * many ranges it has, and not at all if all of them are zeros already.
 */
async function eraseRanges(source: ByteSource, ranges: readonly Range[]): Promise<void> {
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
      // The rest of the range is in the next piece.
      if (offset + length > end) break;
    }
    if (isChanged) await source.overwrite(start, bytes);
    at = end;
  }
}
