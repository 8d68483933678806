/** Where the bytes of a file of the reader are. */
export function filePath(id: string): string {
  return `/files/${id}`;
}

/** Where the small copy of a picture is. */
export function thumbnailPath(id: string): string {
  return `${filePath(id)}?thumbnail`;
}
