import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { FileContent } from './file-store.ts';
import { files } from './files.ts';
import { discardObjects } from './records/file-rows.ts';

/** Objects younger than this are not swept: their row may not be written yet. */
const ORPHAN_MS = 60 * 60 * 1000;

const BATCH = 500;

/** The folder of the file store for users' images and videos. */
export const MEDIA_FOLDER = 'media';

/**
 * Stores bytes under their names: all of them, or none. @throws AppError unavailable when the store is away
 */
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
 * Deletes objects that no row of `files` names: left by a process that died between writing the bytes and
 * their row, or by a deletion while the store was away.
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
