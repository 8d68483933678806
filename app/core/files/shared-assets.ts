import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FileStore, StoredFile } from './file-store.ts';

/**
 * A folder of the file store. Each build has two files there: `<version>.bin`, all of its assets
 * concatenated, and `<version>.json`, the position of each of them.
 */
export const BUILD_FOLDER = 'builds';

/** An unknown name makes the process read the store again, at most once in this time. */
const MIN_REFRESH_MS = 1000;

const MAX_BYTES = 32 * 1024 * 1024;

/** Name of an asset -> its first byte and its length. */
type Index = Record<string, [at: number, length: number]>;

const indexName = (version: string) => `${BUILD_FOLDER}/${version}.json`;

const contentName = (version: string) => `${BUILD_FOLDER}/${version}.bin`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Contents without an index may belong to a build that is being shared. */
const YOUNG_MS = DAY_MS;

/**
 * Puts the assets of a build into the file store, for the web processes of other builds: during a deployment
 * a page of one build may request them from any process.
 * @param folder of the assets
 * @returns false if they were stored already: then only their time is renewed
 */
export async function shareAssets(store: FileStore, folder: string, version: string): Promise<boolean> {
  const known = await store.get(indexName(version));
  if (known) {
    await store.put(indexName(version), known);
    return false;
  }
  const index: Index = {};
  const contents: Buffer[] = [];
  let at = 0;
  for (const name of await readdir(folder)) {
    const content = await readFile(path.join(folder, name));
    index[name] = [at, content.length];
    contents.push(content);
    at += content.length;
  }
  await store.put(contentName(version), Buffer.concat(contents));
  // The index comes last: a process that reads it finds the contents.
  await store.put(indexName(version), Buffer.from(JSON.stringify(index)));
  return true;
}

/** Reads assets that builds have shared. */
export class SharedAssets {
  readonly #indexes = new Map<string, Index>();
  #refresh = { at: -MIN_REFRESH_MS, done: Promise.resolve() };
  readonly #contents = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(private readonly store: FileStore) {}

  /** True if a build has shared it. @throws Error when the store is away */
  async has(name: string): Promise<boolean> {
    return (await this.#find(name)) !== undefined;
  }

  /** @returns null if no build has shared it. @throws Error when the store is away */
  async read(name: string): Promise<Buffer | null> {
    const known = this.#contents.get(name);
    if (known) return known;
    const place = await this.#find(name);
    if (!place) return null;
    const [version, [at, length]] = place;
    const content = length === 0 ? Buffer.alloc(0) : await this.#readRange(version, at, length);
    if (content) this.#contents.set(name, content);
    return content;
  }

  async #readRange(version: string, at: number, length: number): Promise<Buffer | null> {
    const stream = await this.store.open(contentName(version), { first: at, last: at + length - 1 });
    return stream && Buffer.concat((await stream.toArray()) as Buffer[]);
  }

  async #find(name: string): Promise<[version: string, place: Index[string]] | undefined> {
    const known = this.#search(name);
    if (known) return known;
    await this.#refreshIndexes();
    return this.#search(name);
  }

  #search(name: string): [version: string, place: Index[string]] | undefined {
    for (const [version, index] of this.#indexes)
      if (Object.hasOwn(index, name)) return [version, index[name]!];
    return undefined;
  }

  /** Concurrent callers share one read, whatever name they search. */
  #refreshIndexes(): Promise<void> {
    const now = performance.now();
    if (now - this.#refresh.at >= MIN_REFRESH_MS) this.#refresh = { at: now, done: this.#readIndexes() };
    return this.#refresh.done;
  }

  async #readIndexes(): Promise<void> {
    const gone = new Set(this.#indexes.keys());
    for await (const { name } of this.store.list(BUILD_FOLDER)) {
      const version = /\/([\w-]+)\.json$/.exec(name)?.[1];
      if (version === undefined || gone.delete(version)) continue;
      const index = await this.store.get(name);
      if (index) this.#indexes.set(version, JSON.parse(index.toString()) as Index);
    }
    for (const version of gone) this.#indexes.delete(version);
  }
}

/**
 * Deletes the assets of builds that no web process has shared for `days`. The newest build stays, whatever
 * its age.
 * @returns how many builds were deleted
 */
export async function pruneBuilds(store: FileStore, days: number, now = Date.now()): Promise<number> {
  const stored: StoredFile[] = [];
  for await (const file of store.list(BUILD_FOLDER)) stored.push(file);
  const ageOf = ({ storedAt }: StoredFile) => now - storedAt.getTime();
  const indexes = stored.filter(({ name }) => name.endsWith('.json'));
  indexes.sort((one, other) => ageOf(one) - ageOf(other));
  const old = indexes.slice(1).filter((index) => ageOf(index) > days * DAY_MS);
  for (const { name } of old) await store.delete(name);
  const left = new Set(indexes.filter((index) => !old.includes(index)).map(({ name }) => name));
  for (const content of stored.filter(({ name }) => name.endsWith('.bin'))) {
    const hasIndex = left.has(content.name.replace(/\.bin$/, '.json'));
    if (!hasIndex && ageOf(content) >= YOUNG_MS) await store.delete(content.name);
  }
  return old.length;
}
