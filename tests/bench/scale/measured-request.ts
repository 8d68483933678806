import { request } from 'node:http';

/** One request as its client saw it; times in milliseconds. */
export interface MeasuredRequest {
  firstByteMs: number;
  totalMs: number;
  /** As sent over the wire. */
  bytes: number;
}

interface LookOptions {
  cookie: string;
  /** As a browser requests it; an export is not compressed anyway. */
  encoding?: string;
}

/** Requests a page or an answer. @throws Error if it fails (anything but 200), or was cut */
export function measureRequest(
  url: string,
  { cookie, encoding = 'br, gzip' }: LookOptions,
): Promise<MeasuredRequest> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const asked = request(url, { headers: { cookie, 'accept-encoding': encoding } }, (answer) => {
      const firstByteMs = performance.now() - startedAt;
      let bytes = 0;
      if (answer.statusCode !== 200) {
        answer.resume();
        reject(new Error(`${url} answered ${answer.statusCode}`));
        return;
      }
      answer.on('data', (piece: Buffer) => (bytes += piece.length));
      answer.on('end', () => resolve({ firstByteMs, totalMs: performance.now() - startedAt, bytes }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
