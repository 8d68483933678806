import type { Readable } from 'node:stream';

/** What is stored: bytes, or pieces of them as they come; no more than a few MB of those are in memory at a time. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** A part of a file: its first and its last byte, both included, as HTTP counts them. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Keeps what is too large for a packet to the database. Names are chosen by us and never by a caller: a folder, a slash
 * and an id that nobody can guess.
 */
export interface FileStore {
  /** Stored for good when this resolves. When it throws, also because the pieces did, nothing has been stored. */
  put(name: string, content: FileContent): Promise<void>;
  /** The whole of a small file. @returns null for a file that is not there */
  get(name: string): Promise<Buffer | null>;
  /**
   * A file piece by piece, whatever its size. Who does not read it to its end destroys it.
   * @param range within the file
   * @returns null for a file that is not there
   */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Does not mind a file that is not there. */
  delete(name: string): Promise<void>;
  /** Every file of a folder, in any order. */
  list(folder: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  name: string;
  storedAt: Date;
}
