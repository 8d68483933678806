import { open, type FileHandle } from 'node:fs/promises';
import { AppError } from '#app/contracts/errors.ts';

/** Random access to a file for reading and overwriting: only a small part of it is in memory. */
export interface ByteSource {
  readonly size: number;
  /**
   * @throws AppError file_processing if the range exceeds the file; the reason of the signal once it is
   * aborted
   */
  read(offset: number, length: number): Promise<Buffer>;
  /** All bytes in memory from an offset on: at least `length`, or up to the end of the file. */
  ahead(offset: number, length: number): Promise<Buffer>;
  overwrite(offset: number, bytes: Uint8Array): Promise<void>;
  /** Counts a visited box or element. @throws AppError file_processing beyond the max of a file */
  visit(): void;
  /** The count so far. */
  readonly visited: number;
}

/**
 * Max boxes or elements of a file over all levels; blocks and fragments of media have limits of their own.
 */
export const MAX_VISITS = 5000;
/** Bytes that are read at a time: headers that are close together cost one read. */
const WINDOW = 32 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Opens a local file for `work`.
 * @param signal stops the work at its next read
 */
export async function withSource<T>(
  place: string,
  work: (source: ByteSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const file = await open(place, 'r+');
  try {
    const source = new FileSource(file, (await file.stat()).size, signal);
    const done = await work(source);
    await source.flush();
    return done;
  } finally {
    await file.close();
  }
}

/** Opens a file in memory for `work`, which overwrites these bytes. @param signal as `withSource` */
export function withBytes<T>(
  bytes: Buffer,
  work: (source: ByteSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return work(new BytesSource(bytes, signal));
}

/** Counts visits. */
class Visits {
  #visited = 0;

  get visited(): number {
    return this.#visited;
  }

  visit(): void {
    this.#visited += 1;
    if (this.#visited > MAX_VISITS) throw malformed();
  }
}

class BytesSource extends Visits implements ByteSource {
  constructor(
    private readonly bytes: Buffer,
    private readonly signal: AbortSignal | undefined,
  ) {
    super();
  }

  get size(): number {
    return this.bytes.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw malformed();
    return (await this.ahead(offset, length)).subarray(0, length);
  }

  async ahead(offset: number, length: number): Promise<Buffer> {
    this.signal?.throwIfAborted();
    return this.bytes.subarray(offset, offset + Math.max(length, WINDOW));
  }

  async overwrite(offset: number, bytes: Uint8Array): Promise<void> {
    this.bytes.set(bytes, offset);
  }
}

class FileSource extends Visits implements ByteSource {
  #window = Buffer.alloc(0);
  #start = 0;
  /** The range of the window that is not written to the file yet. */
  #unwritten = { from: 0, to: 0 };

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    super();
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw malformed();
    return (await this.ahead(offset, length)).subarray(0, length);
  }

  async ahead(offset: number, length: number): Promise<Buffer> {
    const needed = Math.min(length, this.size - offset);
    const at = offset - this.#start;
    if (at >= 0 && at + needed <= this.#window.length) return this.#window.subarray(at);
    this.signal?.throwIfAborted();
    await this.flush();
    const wanted = Math.min(Math.max(needed, WINDOW), this.size - offset);
    const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(wanted), 0, wanted, offset);
    if (bytesRead !== wanted) throw malformed();
    this.#window = buffer;
    this.#start = offset;
    return buffer;
  }

  /** Changes that are close together cost one write. */
  async overwrite(offset: number, bytes: Uint8Array): Promise<void> {
    const from = offset - this.#start;
    const to = from + bytes.byteLength;
    if (from < 0 || to > this.#window.length) {
      await this.flush();
      this.#window = Buffer.alloc(0);
      return this.#write(offset, bytes);
    }
    this.#window.set(bytes, from);
    const { from: first, to: last } = this.#unwritten;
    this.#unwritten = last === 0 ? { from, to } : { from: Math.min(first, from), to: Math.max(last, to) };
  }

  /** Writes the changes that are only in memory. */
  async flush(): Promise<void> {
    const { from, to } = this.#unwritten;
    this.#unwritten = { from: 0, to: 0 };
    if (to > 0) await this.#write(this.#start + from, this.#window.subarray(from, to));
  }

  async #write(offset: number, bytes: Uint8Array): Promise<void> {
    this.signal?.throwIfAborted();
    await this.file.write(bytes, 0, bytes.byteLength, offset);
  }
}

/** Overwrites a range of a file with zeros. */
export async function erase(source: ByteSource, offset: number, length: number): Promise<void> {
  for (let done = 0; done < length; done += ZEROS.length)
    await source.overwrite(offset + done, ZEROS.subarray(0, Math.min(ZEROS.length, length - done)));
}

/** True if a range of a file is all zeros: nothing has to be erased there. */
export async function isBlank(source: ByteSource, offset: number, length: number): Promise<boolean> {
  for (let done = 0; done < length; done += ZEROS.length) {
    const bytes = await source.read(offset + done, Math.min(ZEROS.length, length - done));
    if (!bytes.equals(ZEROS.subarray(0, bytes.length))) return false;
  }
  return true;
}

/** The error for a file that is not a video in its claimed format. */
export function malformed(): AppError {
  return new AppError('file_processing', { param: 'file' });
}

/** Facts that the container of a video states. */
export interface VideoFacts {
  /** Pixels as displayed: after the rotation in the file. */
  width: number;
  height: number;
  /** null if the container does not state it. */
  seconds: number | null;
}

/** A day is longer than any stored video; a larger number means that the length is unknown. */
const MAX_SECONDS = 24 * 3600;

/** A length rounded to milliseconds; null if it is not valid. */
export function lengthOf(seconds: number): number | null {
  return seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1000) / 1000 : null;
}
