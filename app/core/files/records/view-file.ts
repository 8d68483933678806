import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { FileRecord } from './file-record.ts';

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
