import { malformed, type ByteSource } from './byte-source.ts';
import { boxesOf, findBox, findPath, readTable, type Box } from './mp4-boxes.ts';

/** Two numbers that stand for "not known". */
const UNKNOWN_32 = 0xffffffff;
const UNKNOWN_64 = 0xffffffffffffffffn;

/** A track of pictures or sound, as a length is counted in it. */
export interface TrackClock {
  id: number;
  /** Units of a second. */
  scale: number;
  /** Seconds: the longer of its media header and its table of samples. */
  seconds: number;
}

/**
 * Seconds of a header of a movie or of media; 0 where it does not say.
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

/** Seconds that a movie in fragments says of all of them; 0 where it does not. */
export async function readFragmentsLength(source: ByteSource, movie: Box, scale: number): Promise<number> {
  const box = await findPath(source, movie, ['mvex', 'mehd']);
  if (!box) return 0;
  const bytes = await source.read(box.content, Math.min(12, box.end - box.content));
  if (bytes.length < 8) throw malformed();
  const isLong = bytes[0] === 1 && bytes.length === 12;
  return secondsOf(isLong ? known64(bytes.readBigUInt64BE(4)) : known32(bytes.readUInt32BE(4)), scale);
}

/** @param track a trak box whose media are pictures or sound */
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

/** Default durations of the samples of fragments, in units of each track, by its number. */
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

/** Units of all samples of a stts table: runs of a number of samples and the duration of each. */
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
