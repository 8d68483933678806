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
