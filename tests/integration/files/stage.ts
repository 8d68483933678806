import { storeFile, type NewFile } from '#app/core/files/new-file.ts';
import { files } from '#app/core/files/files.ts';
import { newId } from '#app/core/platform/ids.ts';
import { piecesOf } from '#tests/fixtures/media/pieces-of.ts';

/** A file that a user uploads. */
export const upload = (userId: string, facts: Partial<NewFile> = {}): NewFile => ({
  id: newId(),
  userId,
  source: 'upload',
  name: 'picture.png',
  declared: 'image/png',
  maxBytes: 10 * 1024 * 1024,
  expiresAt: null,
  ...facts,
});

/** Stores bytes as they would arrive over a connection. */
export const keep = (file: NewFile, bytes: Uint8Array) => storeFile(file, piecesOf(bytes));

/** The names of all stored objects of images and videos. */
export async function objects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of (await files()).list('media')) names.push(name);
  return names.sort();
}
