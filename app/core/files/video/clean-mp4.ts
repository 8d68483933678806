import { notSupported } from '../media/detect-type.ts';
import { erase, malformed, type ByteSource, type VideoFacts } from './byte-source.ts';
import { eraseSamples } from './erase-samples.ts';
import { boxesOf, findBox, findPath, type Box } from './mp4-boxes.ts';

/** What stands at the top of a video; anything else there is a file of another kind that hides behind it. */
const TOP = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide pnot prft emsg meta udta uuid'.split(' '),
);
/** Where cameras say where they were. Also what may be kept in empty space. */
const SPOKEN = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);
/** What a video has to say: pictures, sound and words. Others are notes of the camera, as of its way. */
const HANDLERS = new Set(['vide', 'soun', 'subt', 'sbtl']);
const FREE = Buffer.from('free', 'latin1');

/**
 * Reads size and length of an MP4 or QuickTime file, and erases in its place whatever may say where it was taken:
 * metadata of file and tracks, and tracks that are neither pictures nor sound. Nothing moves, so that the rest is as it was.
 * @throws AppError file_processing for what is no such file; file_type_not_supported where there is no picture in it
 */
export async function cleanMp4(source: ByteSource): Promise<VideoFacts> {
  let movie: Box | null = null;
  for await (const box of boxesOf(source, 0, source.size)) {
    if (!TOP.has(box.type)) throw malformed();
    if (box.type === 'moov') movie ??= box;
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
  }
  if (!movie) throw malformed();
  return cleanMovie(source, movie);
}

async function cleanMovie(source: ByteSource, movie: Box): Promise<VideoFacts> {
  let size: Pick<VideoFacts, 'width' | 'height'> | null = null;
  let seconds: number | null = null;
  for await (const box of boxesOf(source, movie.content, movie.end)) {
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
    else if (box.type === 'trak') size = (await cleanTrack(source, box)) ?? size;
    else if (box.type === 'mvhd') seconds = await readLength(source, box, movie);
  }
  if (!size) throw notSupported('audio/mp4');
  return { ...size, seconds };
}

/** @returns the size of a track of pictures; null for others */
async function cleanTrack(
  source: ByteSource,
  track: Box,
): Promise<Pick<VideoFacts, 'width' | 'height'> | null> {
  const handler = await findPath(source, track, ['mdia', 'hdlr']);
  const kind = handler && (await source.read(handler.content + 8, 4)).toString('latin1');
  if (!kind || !HANDLERS.has(kind)) {
    await eraseSamples(source, track);
    await eraseBox(source, track);
    return null;
  }
  for await (const box of boxesOf(source, track.content, track.end))
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
  return kind === 'vide' ? readSize(source, track) : null;
}

/** From the header of a track: 16.16 numbers at its end, turned by the matrix before them. */
async function readSize(source: ByteSource, track: Box): Promise<Pick<VideoFacts, 'width' | 'height'>> {
  const header = await findBox(source, track, 'tkhd');
  if (!header) throw malformed();
  const end = await source.read(header.end - 44, 44);
  const [width, height] = [end.readUInt16BE(36), end.readUInt16BE(40)];
  if (width === 0 || height === 0) throw malformed();
  const isTurned = end.readInt32BE(0) === 0 && end.readInt32BE(4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Where the movie's header says nothing the whole is in fragments, and another box may say it. */
async function readLength(source: ByteSource, header: Box, movie: Box): Promise<number | null> {
  const { scale, duration } = await readTimes(source, header);
  const fragments = duration === 0 ? await findPath(source, movie, ['mvex', 'mehd']) : null;
  const units = fragments ? await readFragments(source, fragments) : duration;
  return scale === 0 || units === 0 ? null : secondsOf(units, scale);
}

async function readTimes(source: ByteSource, header: Box): Promise<{ scale: number; duration: number }> {
  const bytes = await source.read(header.content, 32);
  return bytes[0] === 1
    ? { scale: bytes.readUInt32BE(20), duration: Number(bytes.readBigUInt64BE(24)) }
    : { scale: bytes.readUInt32BE(12), duration: bytes.readUInt32BE(16) };
}

async function readFragments(source: ByteSource, { content, end }: Box): Promise<number> {
  const bytes = await source.read(content, Math.min(12, end - content));
  if (bytes.length < 8) throw malformed();
  return bytes[0] === 1 && bytes.length === 12 ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4);
}

/** A day is longer than what anybody keeps here; beyond it the number means that nothing is known. */
const MOST_SECONDS = 24 * 3600;

function secondsOf(units: number, scale: number): number | null {
  const seconds = Math.round((units / scale) * 1000) / 1000;
  return seconds > 0 && seconds <= MOST_SECONDS ? seconds : null;
}

/** Makes empty space of a box. */
async function eraseBox(source: ByteSource, { start, content, end }: Box): Promise<void> {
  await source.overwrite(start + 4, FREE);
  await erase(source, content, end - content);
}
