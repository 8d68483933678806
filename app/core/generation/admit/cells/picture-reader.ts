import { readPicture } from '#app/core/files/media/read-picture.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';

/** A picture as a data: URL for a model; null where it cannot be read any more. */
export type PictureReader = (file: FileRecord) => Promise<string | null>;

/** Reads each picture once, for all pairs of a prompt. */
export function pictureReader(): PictureReader {
  const read = new Map<string, Promise<string | null>>();
  return (file) => {
    const known = read.get(file.id) ?? readPicture(file);
    read.set(file.id, known);
    return known;
  };
}
