import { malformed, type ByteSource } from './byte-source.ts';
import { boxesIn, boxesOf, findBox, findPath, readTable, type Box } from './mp4-boxes.ts';

/** Two numbers that mean "unknown". */
const UNKNOWN_32 = 0xffffffff;

const UNKNOWN_64 = 0xffffffffffffffffn;

/** The clock and length of a track of images or sound. */
export interface TrackClock {
  id: number;
  /** Units per second. */
  scale: number;
  /** Seconds: the longer of its media header and its sample table. */
  seconds: number;
}

/** Max bytes of the tables of one fragment. */
const MAX_FRAGMENT_BYTES = 4 * 1024 * 1024;

/** Max boxes in the fragments of a file: each has a few per track. */
const MAX_BOXES = 50_000;

/** Flags of a fragment's track, and of a run of its samples. */
const HAS = {
  baseOffset: 0x1,
  description: 0x2,
  defaultDuration: 0x8,
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
};

interface Run {
  id: number;
  /** Units before its first sample, if the fragment states them. */
  startsAt: number;
  /** Units of all its samples. */
  units: number;
}

/**
 * Seconds of a movie or media header; 0 if unknown.
 * @param header mvhd or mdhd, which begin alike
 */
export async function readHeaderTimes(
  source: ByteSource,
  header: Box,
): Promise<{ scale: number; seconds: number }> {
  const bytes = await source.read(header.content, Math.min(32, header.end - header.content));
  if (bytes.length < 20 || (bytes[0] === 1 && bytes.length < 32)) throw malformed();
  const isLong = bytes[0] === 1;
  const scale = bytes.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? known64(bytes.readBigUInt64BE(24)) : known32(bytes.readUInt32BE(16));
  return { scale, seconds: secondsOf(units, scale) };
}

/** The length in seconds that a fragmented movie states for all its fragments; 0 if it does not. */
export async function readFragmentsLength(source: ByteSource, movie: Box, scale: number): Promise<number> {
  const box = await findPath(source, movie, ['mvex', 'mehd']);
  if (!box) return 0;
  const bytes = await source.read(box.content, Math.min(12, box.end - box.content));
  if (bytes.length < 8) throw malformed();
  const isLong = bytes[0] === 1 && bytes.length === 12;
  return secondsOf(isLong ? known64(bytes.readBigUInt64BE(4)) : known32(bytes.readUInt32BE(4)), scale);
}

/** @param track a trak box with images or sound */
export async function readTrackClock(source: ByteSource, track: Box): Promise<TrackClock> {
  const media = await findBox(source, track, 'mdia');
  const [trackHeader, header] = [
    await findBox(source, track, 'tkhd'),
    media && (await findBox(source, media, 'mdhd')),
  ];
  const head = trackHeader && (await source.read(trackHeader.content, 24));
  const id = head ? head.readUInt32BE(head[0] === 1 ? 20 : 12) : 0;
  const tables = media && (await findPath(source, media, ['minf', 'stbl']));
  const { scale, seconds } = header ? await readHeaderTimes(source, header) : { scale: 0, seconds: 0 };
  const sampled = tables ? sumOf(await readTable(source, tables, 'stts')) : 0;
  return { id, scale, seconds: Math.max(seconds, secondsOf(sampled, scale)) };
}

/** Default durations of the samples of fragments, in units of each track, by track number. */
export async function readDefaults(source: ByteSource, movie: Box): Promise<Map<number, number>> {
  const defaults = new Map<number, number>();
  const box = await findBox(source, movie, 'mvex');
  if (!box) return defaults;
  for await (const { type, content, end } of boxesOf(source, box.content, box.end)) {
    if (type !== 'trex' || end - content < 16) continue;
    const bytes = await source.read(content, 16);
    defaults.set(bytes.readUInt32BE(4), bytes.readUInt32BE(12));
  }
  return defaults;
}

/** Units of all samples of an stts table: runs of a number of samples and the duration of each. */
function sumOf(table: Buffer | null): number {
  if (!table) return 0;
  const end = Math.min(table.length - 7, 8 + table.readUInt32BE(4) * 8);
  let units = 0;
  for (let at = 8; at < end; at += 8) units += table.readUInt32BE(at) * table.readUInt32BE(at + 4);
  return units;
}

export function secondsOf(units: number, scale: number): number {
  return scale === 0 ? 0 : units / scale;
}

const known32 = (units: number) => (units === UNKNOWN_32 ? 0 : units);

const known64 = (units: bigint) => (units === UNKNOWN_64 ? 0 : Number(units));

/**
 * Seconds of a fragmented movie, by the samples that the fragments list: the longest of its tracks. Each
 * fragment is read whole and parsed in memory.
 * @param defaults durations of samples for which a fragment states none, by track
 * @throws AppError file_processing for a fragment that is malformed or has too many boxes
 */
export async function readFragmentSeconds(
  source: ByteSource,
  fragments: readonly Box[],
  { tracks, defaults }: { tracks: readonly TrackClock[]; defaults: ReadonlyMap<number, number> },
): Promise<number> {
  const sums = new Map<number, number>();
  let longest = 0;
  let boxes = 0;
  const visit = () => {
    boxes += 1;
    if (boxes > MAX_BOXES) throw malformed();
  };
  for (const { content, end } of fragments) {
    if (end - content > MAX_FRAGMENT_BYTES) throw malformed();
    const bytes = await source.read(content, end - content);
    for (const box of boxesIn(bytes, visit)) {
      if (box.type !== 'traf') continue;
      const { id, startsAt, units } = readTrack(bytes.subarray(box.content, box.end), { defaults, visit });
      const scale = tracks.find((track) => track.id === id)?.scale ?? 0;
      const sum = (sums.get(id) ?? 0) + units;
      sums.set(id, sum);
      longest = Math.max(longest, secondsOf(Math.max(sum, startsAt + units), scale));
    }
  }
  return longest;
}

function readTrack(
  bytes: Buffer,
  { defaults, visit }: { defaults: ReadonlyMap<number, number>; visit: () => void },
): Run {
  const run: Run = { id: 0, startsAt: 0, units: 0 };
  let duration = 0;
  for (const { type, content, end } of boxesIn(bytes, visit)) {
    const box = bytes.subarray(content, end);
    if (type === 'tfhd') {
      const flags = wordAt(box, 0);
      run.id = wordAt(box, 4);
      const at = 8 + (flags & HAS.baseOffset ? 8 : 0) + (flags & HAS.description ? 4 : 0);
      duration = flags & HAS.defaultDuration ? wordAt(box, at) : (defaults.get(run.id) ?? 0);
    } else if (type === 'tfdt')
      run.startsAt = box[0] === 1 ? wordAt(box, 4) * 2 ** 32 + wordAt(box, 8) : wordAt(box, 4);
    else if (type === 'trun') run.units += unitsOf(box, duration);
  }
  return run;
}

/** Units of a run: its samples have individual durations, or all the default one. */
function unitsOf(run: Buffer, duration: number): number {
  const flags = wordAt(run, 0);
  const samples = wordAt(run, 4);
  if (!(flags & HAS.duration)) return samples * duration;
  const bytes =
    4 * [HAS.duration, HAS.size, HAS.flags, HAS.composition].filter((flag) => flags & flag).length;
  const first = 8 + (flags & HAS.dataOffset ? 4 : 0) + (flags & HAS.firstFlags ? 4 : 0);
  if (first + samples * bytes > run.length) throw malformed();
  let units = 0;
  for (let sample = 0; sample < samples; sample += 1) units += run.readUInt32BE(first + sample * bytes);
  return units;
}

function wordAt(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw malformed();
  return bytes.readUInt32BE(at);
}
