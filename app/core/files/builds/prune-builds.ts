import type { FileStore, StoredFile } from '../file-store.ts';
import { ASSET_FOLDER, BUILD_FOLDER } from './shared-assets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** An asset without a record may belong to a build that is just being shared. */
const YOUNG_MS = DAY_MS;

/**
 * Deletes the records of builds that no web process has shared for so many days, and the assets that no other record
 * names. The newest build stays, whatever its age.
 * @returns how many assets were deleted
 */
export async function pruneBuilds(store: FileStore, days: number, now = Date.now()): Promise<number> {
  const builds = await listAll(store, BUILD_FOLDER);
  builds.sort((one, other) => other.storedAt.getTime() - one.storedAt.getTime());
  const named = new Set<string>();
  for (const [place, { name, storedAt }] of builds.entries()) {
    if (place > 0 && now - storedAt.getTime() > days * DAY_MS) await store.delete(name);
    else {
      const record = await store.get(name);
      const names = record ? (JSON.parse(record.toString()) as string[]) : [];
      for (const asset of names) named.add(`${ASSET_FOLDER}/${asset}`);
    }
  }
  let deleted = 0;
  for (const { name, storedAt } of await listAll(store, ASSET_FOLDER)) {
    if (named.has(name) || now - storedAt.getTime() < YOUNG_MS) continue;
    await store.delete(name);
    deleted += 1;
  }
  return deleted;
}

async function listAll(store: FileStore, folder: string): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for await (const file of store.list(folder)) stored.push(file);
  return stored;
}
