import { randomUUID } from 'node:crypto';
import { files } from '#app/core/files/files.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The folder of the file store for archives. */
const FOLDER = 'archives';

/** Objects younger than this are not swept: they may still be written. */
const ORPHAN_MS = 60 * 60 * 1000;

/** A name for the bytes of an attempt that cannot be guessed. */
export const newArchiveName = (): string => `${FOLDER}/${randomUUID()}`;

/** Deletes the bytes of an archive; the sweep finds those that the store does not delete now. */
export async function discardArchive(name: string | null): Promise<void> {
  if (name === null) return;
  try {
    await (await files()).delete(name);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the bytes of an archive stay until they are swept');
  }
}

/** Deletes bytes that no archive names: those of killed workers. @returns how many */
export async function sweepArchives(now = Date.now()): Promise<number> {
  const store = await files();
  const old: string[] = [];
  for await (const { name, storedAt } of store.list(FOLDER))
    if (now - storedAt.getTime() > ORPHAN_MS) old.push(name);
  if (old.length === 0) return 0;
  const rows = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT object_name AS name FROM data_archives WHERE object_name IN (?)',
    [old],
  );
  const named = new Set(rows.map(({ name }) => name));
  const orphans = old.filter((name) => !named.has(name));
  for (const name of orphans) await store.delete(name);
  return orphans.length;
}
