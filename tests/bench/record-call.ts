import { Agent, request } from 'node:http';
import type { Call } from './target.ts';

/**
 * The received pieces with their times; parsed afterwards, so that parsing does not disturb the measurement.
 */
export interface Recording {
  startedAt: number;
  pieces: { at: number; bytes: Buffer }[];
  endedAt: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Milliseconds since the epoch with their fractions; comparable between processes of one machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Makes one call and records the answer to its end.
 * @throws if the answer is not a 200 or is cut
 */
export function recordCall({ url, headers, body }: Call): Promise<Recording> {
  const recording: Recording = { startedAt: preciseNow(), pieces: [], endedAt: 0 };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.on('data', (bytes: Buffer) => {
        recording.pieces.push({ at: preciseNow(), bytes });
      });
      answer.on('error', reject);
      answer.on('end', () => {
        recording.endedAt = preciseNow();
        if (answer.statusCode === 200) return resolve(recording);
        const said = Buffer.concat(recording.pieces.map(({ bytes }) => bytes)).toString();
        reject(new Error(`${url.href} answered ${answer.statusCode}: ${said}`));
      });
    });
    outgoing.on('error', (error) => {
      const connection = outgoing.reusedSocket ? 'a connection that was used before' : 'a new connection';
      reject(new Error(`${url.href} did not answer on ${connection}`, { cause: error }));
    });
    outgoing.end(body);
  });
}
