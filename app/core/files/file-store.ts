import type { Readable } from 'node:stream';

/** The content to store: bytes, or a stream of pieces, of which only a few MB are in memory at a time. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** A range of a file: its first and its last byte, both included, as in HTTP. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Stores data that is too large for a packet to the database. Names are chosen by us and never by a caller: a
 * folder, a slash and an id that cannot be guessed.
 */
export interface FileStore {
  /**
   * Resolves when the content is durably stored. If it throws, also because the pieces threw, nothing has
   * been stored.
   */
  put(name: string, content: FileContent): Promise<void>;
  /** Reads a small file whole. @returns null if the file does not exist */
  get(name: string): Promise<Buffer | null>;
  /**
   * Streams a file of any size. A reader that does not reach the end must destroy the stream.
   * @param range within the file
   * @returns null if the file does not exist
   */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** No error if the file does not exist. */
  delete(name: string): Promise<void>;
  /** Lists all files of a folder, in any order. */
  list(folder: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  name: string;
  storedAt: Date;
}
