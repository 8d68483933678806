/** A file of its reader as the calls and the pages know it: the file record of the specification. */
export interface FileView {
  file_id: string;
  filename: string;
  filepath: string;
  url: string;
  /** Where a small picture of it is; null for a video of which no browser has drawn one yet. */
  preview: string | null;
  /** Whether its owner brought it, or a model made it. */
  source: 'upload' | 'result';
  /** By what stands in it: `image/png`. */
  type: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Seconds; null for a picture. */
  duration: number | null;
}
