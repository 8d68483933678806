import { erase, malformed, type ByteSource } from './byte-source.ts';
import { findBox, findPath, type Box } from './mp4-boxes.ts';

/** Bytes of one table of a track that are read; a track of notes with more is none. */
const MOST_TABLE = 4 * 1024 * 1024;

/**
 * Erases what a track of an MP4 file says: the samples that its tables point to.
 * @throws AppError file_processing for tables that point out of the file
 */
export async function eraseSamples(source: ByteSource, track: Box): Promise<void> {
  const tables = await findPath(source, track, ['mdia', 'minf', 'stbl']);
  if (!tables) return;
  const sizes = await readSizes(source, tables);
  const runs = await readRuns(source, tables);
  const chunks = await readChunks(source, tables);
  let sample = 0;
  let run = 0;
  // A file that names a chunk again and again would have it erased as often: no more than it has bytes.
  let left = source.size;
  for (const [index, offset] of chunks.entries()) {
    while (runs[run + 1] && runs[run + 1]!.first <= index + 1) run += 1;
    let length = 0;
    for (let count = runs[run]?.samples ?? 0; count > 0 && sample < sizes.count; count -= 1)
      length += sizes.of(sample++);
    left -= length;
    if (offset + length > source.size || left < 0) throw malformed();
    await erase(source, offset, length);
  }
}

async function readTable(source: ByteSource, tables: Box, type: string): Promise<Buffer | null> {
  const box = await findBox(source, tables, type);
  if (!box) return null;
  const length = box.end - box.content;
  if (length > MOST_TABLE || length < 8) throw malformed();
  return source.read(box.content, length);
}

/** stsz: one size for all samples, or each its own. */
async function readSizes(source: ByteSource, tables: Box) {
  const table = await readTable(source, tables, 'stsz');
  if (!table || table.length < 12) return { count: 0, of: () => 0 };
  const [fixed, said] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  const listed = Math.floor((table.length - 12) / 4);
  const count = fixed > 0 ? Math.min(said, source.size) : Math.min(said, listed);
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

/** Where the entries of a table begin. */
function entriesOf(table: Buffer | null, bytes: number): number[] {
  if (!table) return [];
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / bytes));
  return Array.from({ length: count }, (_, index) => 8 + index * bytes);
}
