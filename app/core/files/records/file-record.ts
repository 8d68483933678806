import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { columnList, plain, rowReader, type Fields } from '#db/columns.ts';
import type { SqlValue } from '#db/sql.ts';

/** Who a file comes from: its owner, or a model that made it for them. */
export type FileSource = 'upload' | 'result';

const number = (name: string) => ({
  name,
  write: (value: number): SqlValue => value,
  read: (stored: unknown) => Number(stored),
});

/** A length in seconds, with milliseconds; null for a picture, and where a video does not say. */
const seconds = {
  name: 'duration_ms',
  write: (value: number | null): SqlValue => (value === null ? null : Math.round(value * 1000)),
  read: (stored: unknown) => (stored === null ? null : Number(stored) / 1000),
};

export const COLUMNS = {
  id: plain<string>('id'),
  userId: plain<string>('user_id'),
  source: plain<FileSource>('source'),
  kind: plain<FileKind>('kind'),
  mimeType: plain<string>('mime_type'),
  name: plain<string>('name'),
  bytes: number('bytes'),
  /** Pixels as they are seen: after a turn that the file asks for. */
  width: number('width'),
  height: number('height'),
  seconds,
  /** Of the stored bytes, in hex. */
  sha256: plain<string>('sha256'),
  objectName: plain<string>('object_name'),
  thumbnailName: plain<string | null>('thumbnail_name'),
  thumbnailBytes: number('thumbnail_bytes'),
  /** Who made it, and its place among what that one made, from 0; null for what its owner brought. */
  generationId: plain<string | null>('generation_id'),
  place: plain<number | null>('place'),
  createdAt: plain<Date>('created_at'),
  expiresAt: plain<Date | null>('expires_at'),
};

export const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const SELECT = `SELECT ${columnList(COLUMNS, NAMES)} FROM files`;

/** A file of a person as its row has it. */
export type FileRecord = Fields<typeof COLUMNS>;

export const toFile = rowReader(COLUMNS, NAMES);

/** A file as its owner is told of it. */
export function viewFile(file: FileRecord): FileView {
  const { id, source, mimeType, width, height, seconds, name, bytes, thumbnailName } = file;
  const path = filePath(id);
  return {
    file_id: id,
    filename: name,
    filepath: path,
    url: path,
    preview: thumbnailName && thumbnailPath(id),
    source,
    type: mimeType,
    size: bytes,
    width,
    height,
    duration: seconds,
  };
}
