import type { AnswerBody } from './answer.ts';

/**
 * Reads a body up to a limit and hangs up on the rest.
 * @param limit bytes
 */
export async function readBounded(body: AnswerBody, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < limit) {
    const piece = await body.next();
    if (piece === null) return Buffer.concat(parts).toString('utf8');
    parts.push(piece);
    size += piece.length;
  }
  body.hangUp();
  return Buffer.concat(parts).subarray(0, limit).toString('utf8');
}
