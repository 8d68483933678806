import { AppError } from '#app/contracts/errors.ts';
import type { FileContent } from './file-store.ts';
import { files } from './files.ts';
import { discardObjects } from './records/delete-files.ts';

/** Stores bytes under their names: all of them, or none. @throws AppError unavailable where the store is away */
export async function putObjects(objects: readonly { name: string; content: FileContent }[]): Promise<void> {
  const store = await files();
  try {
    for (const { name, content } of objects) await store.put(name, content);
  } catch (cause) {
    await discardObjects(objects.map(({ name }) => name));
    throw new AppError('unavailable', {
      message: 'The file could not be stored. Please try again in a moment.',
      retryAfterSeconds: 5,
      cause,
    });
  }
}
