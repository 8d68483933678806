/**
 * Seconds of a video, by its header: the movie's duration of an MP4, the duration in milliseconds of a WebM.
 * 1 for other formats.
 * @param base64 the video's bytes
 */
export function secondsOfVideo(base64: string): number {
  const bytes = Buffer.from(base64, 'base64');
  const movie = bytes.indexOf('mvhd', 0, 'latin1');
  if (movie > 0) return bytes.readUInt32BE(movie + 20) / bytes.readUInt32BE(movie + 16);
  const duration = bytes.indexOf('448988', 0, 'hex');
  return duration > 0 ? bytes.readDoubleBE(duration + 3) / 1000 : 1;
}

/**
 * The size of a video in pixels, by the header of its first track that has one; null for other formats than MP4.
 * @param base64 the video's bytes
 */
export function sizeOfVideo(base64: string): { width: number; height: number } | null {
  const bytes = Buffer.from(base64, 'base64');
  for (
    let at = bytes.indexOf('tkhd');
    at > 0 && at + 88 <= bytes.length;
    at = bytes.indexOf('tkhd', at + 4)
  ) {
    // Fixed-point numbers at the end of a header of version 0: the whole pixels are in the upper half.
    const [width, height] = [bytes.readUInt16BE(at + 80), bytes.readUInt16BE(at + 84)];
    if (width > 0 && height > 0) return { width, height };
  }
  return null;
}
