import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { FileStore } from '../file-store.ts';

/** Folders of the file store: scripts and styles by name, and one record for each build, a JSON list of its names. */
export const ASSET_FOLDER = 'assets';
export const BUILD_FOLDER = 'builds';

const AT_ONCE = 8;
/** A name that is not known leads to a look at the store, at most so often. */
const LOOK_MS = 1000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Puts the assets of a build into the file store, for the web processes of other builds: during a deployment a page of one
 * build may ask any of them. Names carry a hash of their content, so what is there already stays.
 * @param folder of the assets
 * @returns how many were new
 */
export async function shareAssets(store: FileStore, folder: string, version: string): Promise<number> {
  const names = await readdir(folder);
  const shared = await sharedNames(store);
  const missing = names.filter((name) => !shared.has(name));
  const limit = pLimit(AT_ONCE);
  await limit.map(missing, async (name) =>
    store.put(`${ASSET_FOLDER}/${name}`, await readFile(path.join(folder, name))),
  );
  await store.put(`${BUILD_FOLDER}/${version}.json`, Buffer.from(JSON.stringify(names)));
  return missing.length;
}

async function sharedNames(store: FileStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of store.list(ASSET_FOLDER)) names.add(name.slice(ASSET_FOLDER.length + 1));
  return names;
}

/** Reads assets that other builds have shared. */
export class SharedAssets {
  #names = new Set<string>();
  #look = { at: -LOOK_MS, done: Promise.resolve() };
  readonly #contents = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(private readonly store: FileStore) {}

  /** Whether a build has shared it. @throws Error where the store is away */
  async has(name: string): Promise<boolean> {
    if (!this.#names.has(name)) await this.#lookAgain();
    return this.#names.has(name);
  }

  /** @returns null where no build has shared it. @throws Error where the store is away */
  async read(name: string): Promise<Buffer | null> {
    if (!(await this.has(name))) return null;
    const known = this.#contents.get(name);
    if (known) return known;
    const content = await this.store.get(`${ASSET_FOLDER}/${name}`);
    if (content) this.#contents.set(name, content);
    return content;
  }

  /** However many ask at once, and for whatever. */
  #lookAgain(): Promise<void> {
    const now = performance.now();
    if (now - this.#look.at >= LOOK_MS) {
      const done = sharedNames(this.store).then((names) => void (this.#names = names));
      this.#look = { at: now, done };
    }
    return this.#look.done;
  }
}
