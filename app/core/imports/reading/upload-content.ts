import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** Max files of an archive. */
const MAX_ENTRIES = 200_000;

/** An archive may become this many times as large as its upload may be. */
const MAX_GROWTH = 4;

/** Text rarely shrinks to less than a twentieth; files below the size are too small to do harm. */
const MAX_RATIO = 250;
const MIN_RATIO_BYTES = 16 * 1024 * 1024;

/** Why a file of an archive, or the whole upload, could not be read. */
export type ContentProblem = 'bomb' | 'encrypted' | 'damaged' | 'too_many_files';

/** A file of JSON in an upload. */
export interface JsonFile {
  name: string;
  /** Its pieces, or the reason why it has none. @throws an error for a damaged archive */
  content: AsyncIterable<Uint8Array> | ContentProblem;
}

/**
 * Lists the files of JSON in an upload: those of a zip, in the order of the archive, else the upload itself.
 * Sizes that an archive states are checked while it is unpacked.
 * @param place the path of the upload
 * @param maxBytes the maximum size of an upload
 * @throws an error for a damaged archive
 */
export async function* jsonFiles(place: string, maxBytes: number): AsyncGenerator<JsonFile> {
  if (!(await isZip(place))) {
    yield { name: '', content: createReadStream(place) };
    return;
  }
  const zip = await openPromise(place);
  try {
    if (zip.entryCount > MAX_ENTRIES) {
      yield { name: '', content: 'too_many_files' };
      return;
    }
    let left = maxBytes * MAX_GROWTH;
    for await (const entry of zip.eachEntry()) {
      if (!isJson(entry.fileName)) continue;
      left -= entry.uncompressedSize;
      yield { name: entry.fileName, content: await openEntry(zip, entry, left) };
    }
  } finally {
    zip.close();
  }
}

async function openEntry(zip: ZipFile, entry: Entry, left: number): Promise<JsonFile['content']> {
  const { uncompressedSize: size, compressedSize } = entry;
  if (left < 0 || (size > MIN_RATIO_BYTES && size > compressedSize * MAX_RATIO)) return 'bomb';
  if (entry.isEncrypted()) return 'encrypted';
  return zip.openReadStreamPromise(entry).catch(() => 'damaged' as const);
}

/** Archives of one system contain shadows of all files in a folder of this name. */
const isJson = (name: string) => name.toLowerCase().endsWith('.json') && !name.startsWith('__MACOSX/');

async function isZip(place: string): Promise<boolean> {
  const file = await openFile(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    // The first file of an archive, or the end of an empty one.
    return bytesRead === 4 && ['504b0304', '504b0506'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}
