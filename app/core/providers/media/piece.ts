/** Where a result is: in the answer itself, or at an address that we fetch at once, with these headers where it wants any. */
export type MediaSource = { bytes: Buffer } | { url: string; headers?: Readonly<Record<string, string>> };

/** A picture that is not finished. */
export interface MediaPartial {
  type: 'partial';
  /** Place of the picture that it becomes. */
  index: number;
  mimeType: string;
  bytes: Buffer;
}

/** A picture or a video that was made. */
export interface MediaPiece {
  type: 'piece';
  /** Its place among those that were asked for, from 0. */
  index: number;
  source: MediaSource;
  /** As the provider says, which is checked. */
  mimeType?: string;
}
