/** The path of the content of a user's file. */
export function filePath(id: string): string {
  return `/files/${id}`;
}

/** The path of an image's thumbnail, or of a video's poster image. */
export function thumbnailPath(id: string): string {
  return `${filePath(id)}?thumbnail`;
}

/** The path to which the poster image of a video is uploaded. */
export function posterPath(id: string): string {
  return `/api/files/${id}/poster`;
}
