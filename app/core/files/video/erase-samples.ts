import { malformed, type ByteSource } from './byte-source.ts';
import { eraseRanges, type Range } from './erase-ranges.ts';
import { entriesOf, findPath, readTable, type Box } from './mp4-boxes.ts';

/** Chunks of a track of notes; cameras write one to ten a second. */
const MAX_CHUNKS = 100_000;

/**
 * Erases what a track of an MP4 file says: the samples that its tables point to.
 * @throws AppError file_processing for tables that point out of the file, and for too many chunks
 */
export async function eraseSamples(source: ByteSource, track: Box): Promise<void> {
  const tables = await findPath(source, track, ['mdia', 'minf', 'stbl']);
  if (!tables) return;
  const sizes = await readSizes(source, tables);
  const runs = await readRuns(source, tables);
  const chunks = await readChunks(source, tables);
  if (chunks.length > MAX_CHUNKS) throw malformed();
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  // A file may name a chunk again and again: no more of it is erased than it has bytes.
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

/** stsz: one size for all samples, or each its own. */
async function readSizes(source: ByteSource, tables: Box) {
  const table = await readTable(source, tables, 'stsz');
  if (!table || table.length < 12) return { count: 0, of: () => 0 };
  const [fixed, stated] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  const listed = Math.floor((table.length - 12) / 4);
  const count = fixed > 0 ? Math.min(stated, Math.ceil(source.size / fixed)) : Math.min(stated, listed);
  return { count, of: (sample: number) => (fixed > 0 ? fixed : table.readUInt32BE(12 + sample * 4)) };
}

/** stsc: from which chunk on a chunk has how many samples. */
async function readRuns(source: ByteSource, tables: Box): Promise<{ first: number; samples: number }[]> {
  const table = await readTable(source, tables, 'stsc');
  return entriesOf(table, 12).map((at) => ({
    first: table!.readUInt32BE(at),
    samples: table!.readUInt32BE(at + 4),
  }));
}

/** stco or co64: where each chunk is. */
async function readChunks(source: ByteSource, tables: Box): Promise<number[]> {
  const small = await readTable(source, tables, 'stco');
  if (small) return entriesOf(small, 4).map((at) => small.readUInt32BE(at));
  const large = await readTable(source, tables, 'co64');
  return entriesOf(large, 8).map((at) => Number(large!.readBigUInt64BE(at)));
}
