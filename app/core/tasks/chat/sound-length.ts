/** No MP3 of whatever kind has fewer bytes a second. */
const MP3_BYTES_A_SECOND = 1_000;
/** Under so many samples a second nobody records, and bytes would say nothing of the length. */
const LEAST_RATE = 8_000;
/** Chunks that may stand before the format. */
const MOST_CHUNKS = 64;

/**
 * How long a sound can last, in seconds: by the bytes that a second of it takes, never by a length that it claims.
 * @param base64 a WAV, or an MP3
 * @returns null for anything else
 */
export function soundSeconds(base64: string): number | null {
  const bytes = Math.ceil((base64.length * 3) / 4);
  const head = Buffer.from(base64.slice(0, 64 * 1024), 'base64');
  if (head.toString('latin1', 0, 4) === 'RIFF') {
    const rate = wavBytesASecond(head);
    return rate === null ? null : bytes / rate;
  }
  const isMp3 = head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0);
  return isMp3 ? bytes / MP3_BYTES_A_SECOND : null;
}

/** By its samples, not by the rate that its header says beside them. */
function wavBytesASecond(head: Buffer): number | null {
  let at = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS && at + 24 <= head.length; chunk += 1) {
    if (head.toString('latin1', at, at + 4) === 'fmt ') {
      const [channels, rate, bits] = [
        head.readUInt16LE(at + 10),
        head.readUInt32LE(at + 12),
        head.readUInt16LE(at + 22),
      ];
      if (rate < LEAST_RATE || channels === 0) return null;
      // Compressed forms take four bits a sample at the least.
      return (rate * channels * Math.max(4, bits)) / 8;
    }
    at += 8 + head.readUInt32LE(at + 4);
  }
  return null;
}
