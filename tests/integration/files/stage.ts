import { keepFile, type NewFile } from '#app/core/files/new-file.ts';
import { files } from '#app/core/files/files.ts';
import { newId } from '#app/core/platform/ids.ts';
import { piecesOf } from '#tests/fixtures/media/pieces-of.ts';

/** A file that somebody brings. */
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

/** Keeps bytes as they would come over a connection. */
export const keep = (file: NewFile, bytes: Uint8Array) => keepFile(file, piecesOf(bytes));

/** The names of everything that is stored of pictures and videos. */
export async function objects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of (await files()).list('media')) names.push(name);
  return names.sort();
}
