/**
 * Keeps what is too large for a packet to the database. Names are chosen by us and never by a caller: a folder, a slash
 * and an id that nobody can guess. What is stored is sealed before it gets here.
 */
export interface FileStore {
  /** Stored for good when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns null for a file that is not there */
  get(name: string): Promise<Buffer | null>;
  /** Does not mind a file that is not there. */
  delete(name: string): Promise<void>;
  /** Every file of a folder, in any order. */
  list(folder: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  name: string;
  storedAt: Date;
}
