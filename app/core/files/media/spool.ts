import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import type { FileContent } from '../file-store.ts';

/** Age at which the next process deletes temporary files that a dead process left. */
const ABANDONED_MS = 60 * 60 * 1000;

let ready: Promise<string> | undefined;

/** The folder for temporary files on this machine, without those that dead processes left. */
function spoolFolder(): Promise<string> {
  ready ??= openFolder(path.resolve(config().DATA_DIR, 'spool'));
  return ready;
}

async function openFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { name } of await opendir(folder)) {
    const place = path.join(folder, name);
    const facts = await stat(place).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(place, { force: true });
  }
  return folder;
}

/**
 * Provides paths for temporary files to `work`; the files are deleted when this settles.
 * @param work receives a function that returns a new path
 */
export async function withSpool<T>(work: (newPlace: () => string) => Promise<T>): Promise<T> {
  const folder = await spoolFolder();
  const places: string[] = [];
  try {
    return await work(() => {
      const place = path.join(folder, randomUUID());
      places.push(place);
      return place;
    });
  } finally {
    await Promise.all(places.map((place) => rm(place, { force: true })));
  }
}

/**
 * Writes content to a temporary file, piece by piece.
 * @returns how many bytes there were
 * @throws AppError file_too_large at the first byte beyond the limit; errors of reading the content
 */
export async function writeSpool(place: string, content: FileContent, maxBytes: number): Promise<number> {
  const file = await open(place, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      await writeAll(file, piece);
    }
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let done = 0; done < piece.byteLength;)
    done += (await file.write(piece, done, piece.byteLength - done)).bytesWritten;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('file_too_large', {
    param: 'file',
    params: { max: Math.floor(maxBytes / (1024 * 1024)) },
  });
}

/** The first bytes of a file. */
export async function readHead(place: string, maxBytes: number): Promise<Buffer> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Streams a file; `sums` returns its length and hash once all pieces have been read. */
export async function hashedFile(
  place: string,
): Promise<{ content: AsyncIterable<Uint8Array>; sums: () => { bytes: number; sha256: string } }> {
  const file = await open(place);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pieces() {
    for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield piece;
    }
  }
  return { content: pieces(), sums: () => ({ bytes, sha256: hash.digest('hex') }) };
}
