import { open, type FileHandle } from 'node:fs/promises';
import { AppError } from '#app/contracts/errors.ts';

/** A file that is read, and written over, at places of it: nothing but what is asked for is in memory. */
export interface ByteSource {
  readonly size: number;
  /** @throws AppError file_processing where the file has no such bytes */
  read(offset: number, length: number): Promise<Buffer>;
  overwrite(offset: number, bytes: Uint8Array): Promise<void>;
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Lends a file of this machine to `work`. */
export async function withSource<T>(place: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(place, 'r+');
  try {
    return await work(sourceOf(file, (await file.stat()).size));
  } finally {
    await file.close();
  }
}

function sourceOf(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > size) throw malformed();
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead !== length) throw malformed();
      return buffer;
    },
    async overwrite(offset, bytes) {
      await file.write(bytes, 0, bytes.byteLength, offset);
    },
  };
}

/** Fills a part of a file with zeros. */
export async function erase(source: ByteSource, offset: number, length: number): Promise<void> {
  for (let done = 0; done < length; done += ZEROS.length)
    await source.overwrite(offset + done, ZEROS.subarray(0, Math.min(ZEROS.length, length - done)));
}

/** What a file is refused with that is no video in the form that it claims. */
export function malformed(): AppError {
  return new AppError('file_processing', { param: 'file' });
}

/** What a video's container says of it. */
export interface VideoFacts {
  /** Pixels as they are seen: after a turn that the file asks for. */
  width: number;
  height: number;
  /** null where the container does not say. */
  seconds: number | null;
}
