import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './file-store.ts';

/** A file that is still being written has this in its name. */
const UNFINISHED = '.part-';

/** Files in a folder of this machine: every process that reads them must see the same folder. */
export function createDiskStore(root: string): FileStore {
  const placeOf = (name: string) => path.join(root, name);
  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const unfinished = `${place}${UNFINISHED}${randomUUID()}`;
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, place);
    },
    async get(name) {
      return readFile(placeOf(name)).catch(nullIfMissing);
    },
    async delete(name) {
      await rm(placeOf(name), { force: true });
    },
    async *list(folder) {
      for (const file of (await readdir(placeOf(folder)).catch(nullIfMissing)) ?? []) {
        const name = `${folder}/${file}`;
        const facts = await stat(placeOf(name)).catch(nullIfMissing);
        if (facts?.isFile()) yield { name, storedAt: facts.mtime };
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
