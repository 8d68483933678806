import type { FileStore, StoredFile } from '../file-store.ts';
import { BUILD_FOLDER } from './shared-assets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Contents without an index may be those of a build that is just being shared. */
const YOUNG_MS = DAY_MS;

/**
 * Deletes the assets of builds that no web process has shared for so many days. The newest build stays, whatever its age.
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
