import { malformed, type ByteSource } from './byte-source.ts';
import { boxesIn, type Box } from './mp4-boxes.ts';
import { secondsOf, type TrackClock } from './mp4-length.ts';

/** Bytes of the tables of one fragment that are read. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Boxes in the fragments of a file: some for each track of each. */
const MAX_BOXES = 50_000;

/** Flags of a track of a fragment, and of a run of its samples. */
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

/**
 * Seconds of a movie in fragments, by the samples that they list: the longest of its tracks. A fragment is read whole and
 * looked through in memory.
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
    if (end - content > MAX_BYTES) throw malformed();
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

interface Run {
  id: number;
  /** Units before its first sample, where the fragment states them. */
  startsAt: number;
  /** Units of its samples. */
  units: number;
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

/** Units of a run: its samples have durations of their own, or all the default one. */
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
