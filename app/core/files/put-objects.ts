import type { FileContent } from './file-store.ts';
import { files } from './files.ts';
import { discardObjects } from './records/delete-files.ts';

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
