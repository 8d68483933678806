import type { ProviderRequest } from '#app/core/providers/contract.ts';

/** The body of a provider's answer as it arrives. */
export interface AnswerBody {
  /** The `content-type`, empty when there is none. */
  contentType: string;
  /** The connection serves this call only and may stay open after the answer. */
  readonly isForOneAnswer?: boolean;
  /**
   * Returns the next bytes, or null at the end. Only one call may be pending.
   * @throws if the connection breaks
   */
  next(): Promise<Uint8Array | null>;
  /** Abandons the rest: closes the connection unless the answer was read to its end. */
  hangUp(): void;
}

const MEGABYTE = 1024 * 1024;

/** Allowance for framing and for thoughts, which some providers do not count as part of the answer. */
const BASE_BYTES = 16 * MEGABYTE;

/** An event with one token takes 200 to 400 bytes; log probabilities add up to twenty other tokens. */
const TOKEN_BYTES = 2 * 1024;

const PROBABLE_TOKEN_BYTES = 8 * 1024;

const MAX_BYTES = 256 * MEGABYTE;

/** A snapshot repeats each character of an answer up to twice, plus some bytes for escapes. */
const SNAPSHOT_TOKEN_BYTES = 16;

/** Length of the longest vectors on the market, for calls that request no length. */
const DEFAULT_DIMENSIONS = 8192;

/** A number takes 6 bytes in base64, and up to 40 written out on a line of its own. */
const NUMBER_BYTES = 40;

/** Allowance for the JSON around a vector, and around the whole list. */
const FRAME_BYTES = 1024;

/**
 * 2,048 vectors of 3,072 numbers are 34 MB in base64. A provider that writes such a batch as numbers (121 MB)
 * is refused: parsing it would block the worker for more than a second.
 */
const MAX_VECTOR_BYTES = 96 * MEGABYTE;

/**
 * Reads a body up to a limit and closes the connection if there is more.
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

/**
 * Maximum bytes of a streamed answer, far above any legitimate size: an endless stream must be cut off, even
 * if none of it would be stored.
 */
export function answerLimit({
  maxOutputTokens,
  options: { n, logprobs },
}: Pick<ProviderRequest, 'maxOutputTokens' | 'options'>): number {
  const tokenBytes = logprobs ? PROBABLE_TOKEN_BYTES : TOKEN_BYTES;
  return Math.min(BASE_BYTES + (n ?? 1) * maxOutputTokens * tokenBytes, MAX_BYTES);
}

/** Like `answerLimit`, for wires whose events contain the whole text so far. */
export function snapshotLimit({ maxOutputTokens }: Pick<ProviderRequest, 'maxOutputTokens'>): number {
  const snapshotBytes = TOKEN_BYTES + maxOutputTokens * SNAPSHOT_TOKEN_BYTES;
  return Math.min(BASE_BYTES + maxOutputTokens * snapshotBytes, MAX_BYTES);
}

/** Maximum bytes of an answer with this number of vectors. */
export function vectorLimit(inputs: number, dimensions = DEFAULT_DIMENSIONS): number {
  return Math.min(FRAME_BYTES + inputs * (FRAME_BYTES + dimensions * NUMBER_BYTES), MAX_VECTOR_BYTES);
}
