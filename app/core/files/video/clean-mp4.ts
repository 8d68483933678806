import { notSupported } from '../media/detect-type.ts';
import { erase, isBlank, lengthOf, malformed, type ByteSource, type VideoFacts } from './byte-source.ts';
import { eraseSamples } from './erase-samples.ts';
import { boxesOf, findBox, findPath, type Box } from './mp4-boxes.ts';
import { readFragmentSeconds } from './mp4-fragments.ts';
import {
  readDefaults,
  readFragmentsLength,
  readHeaderTimes,
  readTrackClock,
  type TrackClock,
} from './mp4-length.ts';

/** Boxes at the top of a video; any other one there is a file of another kind that hides behind it. */
const TOP = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide pnot prft emsg meta udta uuid'.split(' '),
);
/** Where cameras say where they were. Also what may be kept in empty space. */
const SPOKEN = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);
/** What a video has to say: pictures, sound and words. Others are notes of the camera, as of its way. */
const HANDLERS = new Set(['vide', 'soun', 'subt', 'sbtl']);
/** Tracks whose length is that of the video. */
const TIMED = new Set(['vide', 'soun']);
const FREE = Buffer.from('free', 'latin1');

type Size = Pick<VideoFacts, 'width' | 'height'>;

/**
 * Reads size and length of an MP4 or QuickTime file, and erases in its place whatever may say where it was taken:
 * metadata of file and tracks, and tracks that are neither pictures nor sound. Nothing moves, so that the rest is as it was,
 * and nothing is written where nothing has to be erased.
 * The length is the longest that any of its headers, tables of samples and fragments state: a model works on what is there.
 * @throws AppError file_processing for what is no such file; file_type_not_supported where there is no picture in it
 */
export async function cleanMp4(source: ByteSource): Promise<VideoFacts> {
  let movie: Box | null = null;
  const fragments: Box[] = [];
  for await (const box of boxesOf(source, 0, source.size)) {
    if (!TOP.has(box.type) || (movie && box.type === 'moov')) throw malformed();
    if (box.type === 'moov') movie = box;
    if (box.type === 'moof') fragments.push(box);
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
  }
  if (!movie) throw malformed();
  const { size, ...facts } = await cleanMovie(source, movie);
  if (!size) throw notSupported('audio/mp4');
  return { ...size, seconds: lengthOf(await longestOf(source, { movie, fragments, ...facts })) };
}

interface MovieFacts {
  /** null where no track has pictures. */
  size: Size | null;
  tracks: TrackClock[];
  /** Of the movie's header. */
  scale: number;
  seconds: number;
}

async function cleanMovie(source: ByteSource, movie: Box): Promise<MovieFacts> {
  const facts: MovieFacts = { size: null, tracks: [], scale: 0, seconds: 0 };
  for await (const box of boxesOf(source, movie.content, movie.end)) {
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
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
    if (SPOKEN.has(box.type)) await eraseBox(source, box);
  if (TIMED.has(kind)) facts.tracks.push(await readTrackClock(source, track));
  if (kind === 'vide') facts.size = await readSize(source, track);
}

/** From the header of a track: 16.16 numbers at its end, turned by the matrix before them. */
async function readSize(source: ByteSource, track: Box): Promise<Size> {
  const header = await findBox(source, track, 'tkhd');
  if (!header) throw malformed();
  const end = await source.read(header.end - 44, 44);
  const [width, height] = [end.readUInt16BE(36), end.readUInt16BE(40)];
  if (width === 0 || height === 0) throw malformed();
  const isTurned = end.readInt32BE(0) === 0 && end.readInt32BE(4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Makes empty space of a box that says anything. */
async function eraseBox(source: ByteSource, { start, content, end }: Box): Promise<void> {
  if (await isBlank(source, content, end - content)) return;
  await source.overwrite(start + 4, FREE);
  await erase(source, content, end - content);
}
