import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { FileContent } from './file-store.ts';
import { files } from './files.ts';
import { discardObjects } from './records/file-rows.ts';

/** What no row names may still belong to a file that is just being kept. */
const ORPHAN_MS = 60 * 60 * 1000;

const BATCH = 500;

/** The folder of the file store that has pictures and videos of people. */
export const MEDIA_FOLDER = 'media';

/** Stores bytes under their names: all of them, or none. @throws AppError unavailable where the store is away */
export async function putObjects(objects: readonly { name: string; content: FileContent }[]): Promise<void> {
  const store = await files();
  const stored: string[] = [];
  try {
    for (const { name, content } of objects) {
      await store.put(name, content);
      stored.push(name);
    }
  } catch (error) {
    await discardObjects(stored);
    throw error;
  }
}

/**
 * Deletes bytes that no row of a file names: what a process left that died between the bytes and their row, or a
 * deletion while the store was away.
 * @returns how many objects
 */
export async function sweepOrphans(now = Date.now()): Promise<number> {
  const store = await files();
  let swept = 0;
  let old: string[] = [];
  const flush = async () => {
    for (const name of await unnamed(old)) {
      await store.delete(name);
      swept += 1;
    }
    old = [];
  };
  for await (const { name, storedAt } of store.list(MEDIA_FOLDER)) {
    if (now - storedAt.getTime() > ORPHAN_MS) old.push(name);
    if (old.length >= BATCH) await flush();
  }
  await flush();
  return swept;
}

async function unnamed(names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    `SELECT object_name AS name FROM files WHERE object_name IN (?)
     UNION ALL SELECT thumbnail_name FROM files WHERE thumbnail_name IN (?)`,
    [[...names], [...names]],
  );
  const named = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !named.has(name));
}
