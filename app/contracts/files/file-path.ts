/** Where the bytes of a file of the reader are. */
export function filePath(id: string): string {
  return `/files/${id}`;
}

/** Where the small copy of a picture, or the picture that stands for a video, is. */
export function thumbnailPath(id: string): string {
  return `${filePath(id)}?thumbnail`;
}

/** Where a picture is sent to that is to stand for a video. */
export function posterPath(id: string): string {
  return `/api/files/${id}/poster`;
}
