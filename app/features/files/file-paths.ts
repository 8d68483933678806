/** Where the bytes of a file of the reader are. */
export function filePath(id: string): string {
  return `/files/${id}`;
}
