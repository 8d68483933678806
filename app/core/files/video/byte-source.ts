import { open, type FileHandle } from 'node:fs/promises';
import { AppError } from '#app/contracts/errors.ts';

/** A file that is read, and written over, at places of it: no more than a small part of it is in memory. */
export interface ByteSource {
  readonly size: number;
  /** @throws AppError file_processing where the file has no such bytes; the reason of the signal once it is aborted */
  read(offset: number, length: number): Promise<Buffer>;
  /** All bytes from a place on that are in memory: at least `length`, or those up to the end of the file. */
  ahead(offset: number, length: number): Promise<Buffer>;
  overwrite(offset: number, bytes: Uint8Array): Promise<void>;
  /** Counts a box or an element that is looked at. @throws AppError file_processing for one more than a file may have */
  visit(): void;
  /** How many there were. */
  readonly visited: number;
}

/** Boxes or elements of a file over all levels; blocks and fragments of media have bounds of their own. */
export const MAX_VISITS = 5000;
/** Bytes that are read at a time: headers that stand close together cost one read. */
const WINDOW = 32 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Lends a file of this machine to `work`.
 * @param signal ends the work at the next byte that it reads
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

/** Lends a file in memory to `work`, which writes over these bytes. @param signal as `withSource` */
export function withBytes<T>(
  bytes: Buffer,
  work: (source: ByteSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return work(new BytesSource(bytes, signal));
}

/** Counts what is looked at. */
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
  /** Bytes of the window that are not in the file yet. */
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

  /** Changes that stand close together cost one write. */
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

  /** Writes the changes that are in memory alone. */
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

/** Fills a part of a file with zeros. */
export async function erase(source: ByteSource, offset: number, length: number): Promise<void> {
  for (let done = 0; done < length; done += ZEROS.length)
    await source.overwrite(offset + done, ZEROS.subarray(0, Math.min(ZEROS.length, length - done)));
}

/** Whether a part of a file is zeros alone: nothing has to be erased there. */
export async function isBlank(source: ByteSource, offset: number, length: number): Promise<boolean> {
  for (let done = 0; done < length; done += ZEROS.length) {
    const bytes = await source.read(offset + done, Math.min(ZEROS.length, length - done));
    if (!bytes.equals(ZEROS.subarray(0, bytes.length))) return false;
  }
  return true;
}

/** The refusal of a file that is no video in the form that it claims. */
export function malformed(): AppError {
  return new AppError('file_processing', { param: 'file' });
}

/** Facts of a video that its container states. */
export interface VideoFacts {
  /** Pixels as they are seen: after a turn that the file asks for. */
  width: number;
  height: number;
  /** null where the container does not say. */
  seconds: number | null;
}

/** A day is longer than any video that is stored; beyond it the number means that nothing is known. */
const MAX_SECONDS = 24 * 3600;

/** A length with milliseconds; null where it is none. */
export function lengthOf(seconds: number): number | null {
  return seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1000) / 1000 : null;
}
