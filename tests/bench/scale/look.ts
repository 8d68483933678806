import { request } from 'node:http';

/** One request as its sender saw it; times in milliseconds. */
export interface Look {
  firstByteMs: number;
  totalMs: number;
  /** As they came over the wire. */
  bytes: number;
}

interface LookOptions {
  cookie: string;
  /** As a browser asks; an export is not compressed anyway. */
  encoding?: string;
  /** Leaves once so much has come. */
  mostBytes?: number;
}

/** Asks for a page or an answer. @throws Error where it is none (anything but 200) */
export function look(
  url: string,
  { cookie, encoding = 'br, gzip', mostBytes = Infinity }: LookOptions,
): Promise<Look> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const asked = request(url, { headers: { cookie, 'accept-encoding': encoding } }, (answer) => {
      const firstByteMs = performance.now() - startedAt;
      let bytes = 0;
      const end = () => resolve({ firstByteMs, totalMs: performance.now() - startedAt, bytes });
      if (answer.statusCode !== 200) {
        answer.resume();
        reject(new Error(`${url} answered ${answer.statusCode}`));
        return;
      }
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes < mostBytes) return;
        end();
        asked.destroy();
      });
      answer.on('end', end);
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
