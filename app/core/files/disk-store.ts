import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent, FileStore } from './file-store.ts';

/** Part of the name of a file that is still being written. */
const UNFINISHED = '.part-';

/** Files in a folder of this machine: all processes that read them must see the same folder. */
export function createDiskStore(root: string): FileStore {
  const placeOf = (name: string) => path.join(root, name);
  return {
    async put(name, content) {
      const place = placeOf(name);
      const unfinished = `${place}${UNFINISHED}${randomUUID()}`;
      await mkdir(path.dirname(place), { recursive: true });
      try {
        await writeWhole(unfinished, content);
        await rename(unfinished, place);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(name) {
      return readFile(placeOf(name)).catch(nullIfMissing);
    },
    async open(name, range) {
      const file = await open(placeOf(name)).catch(nullIfMissing);
      return file?.createReadStream(range && { start: range.first, end: range.last }) ?? null;
    },
    async delete(name) {
      await rm(placeOf(name), { force: true });
    },
    async *list(folder) {
      for await (const file of (await opendir(placeOf(folder)).catch(nullIfMissing)) ?? []) {
        const name = `${folder}/${file.name}`;
        const facts = await stat(placeOf(name)).catch(nullIfMissing);
        if (facts?.isFile()) yield { name, storedAt: facts.mtime };
      }
    },
  };
}

const WRITING = { mode: 0o600, flush: true };

async function writeWhole(place: string, content: FileContent): Promise<void> {
  if (content instanceof Uint8Array) return writeFile(place, content, WRITING);
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(place, WRITING));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
