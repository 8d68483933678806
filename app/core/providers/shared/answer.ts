import type { ProviderRequest } from '#app/core/providers/contract.ts';

/** The body of a provider's answer as it arrives. */
export interface AnswerBody {
  /** The `content-type`, empty when there is none. */
  contentType: string;
  /** Its connection serves no other call, and may stay open behind the answer. */
  readonly isForOneAnswer?: boolean;
  /** The next bytes, null at the end; throws when the connection breaks. One call at a time. */
  next(): Promise<Uint8Array | null>;
  /** Gives the rest up: closes the connection unless the answer was read to its end. */
  hangUp(): void;
}

const MEGABYTE = 1024 * 1024;

/** For what frames an answer, and for thoughts, which some providers do not count as part of it. */
const BASE_BYTES = 16 * MEGABYTE;

/** An event with one token in it takes 200 to 400 bytes; probabilities bring up to twenty others along. */
const TOKEN_BYTES = 2 * 1024;

const PROBABLE_TOKEN_BYTES = 8 * 1024;

const MOST_BYTES = 256 * MEGABYTE;

/** Each letter of an answer comes up to twice in a snapshot, and some more for escapes. */
const SNAPSHOT_TOKEN_BYTES = 16;

/** Of the longest vectors that are sold, where the caller named no length. */
const USUAL_DIMENSIONS = 8192;

/** A number in base64 takes 6 bytes; written out, on a line of its own, up to 40. */
const NUMBER_BYTES = 40;

/** For the names around a vector, and around all of them. */
const FRAME_BYTES = 1024;

/**
 * 2,048 vectors of 3,072 numbers are 34 MB as base64. Who writes such a batch out in numbers (121 MB) is refused: it would
 * hold the worker for more than a second.
 */
const MOST_VECTOR_BYTES = 96 * MEGABYTE;

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

/**
 * The most bytes that the stream of an answer may have, far above what any honest one takes: a provider that does not
 * end must end somewhere, also where it says nothing that would be kept.
 */
export function answerLimit({
  maxOutputTokens,
  options: { n, logprobs },
}: Pick<ProviderRequest, 'maxOutputTokens' | 'options'>): number {
  const tokenBytes = logprobs ? PROBABLE_TOKEN_BYTES : TOKEN_BYTES;
  return Math.min(BASE_BYTES + (n ?? 1) * maxOutputTokens * tokenBytes, MOST_BYTES);
}

/** As `answerLimit`, for wires whose events bring the whole text so far. */
export function snapshotLimit({ maxOutputTokens }: Pick<ProviderRequest, 'maxOutputTokens'>): number {
  const snapshotBytes = TOKEN_BYTES + maxOutputTokens * SNAPSHOT_TOKEN_BYTES;
  return Math.min(BASE_BYTES + maxOutputTokens * snapshotBytes, MOST_BYTES);
}

/** The most bytes that an answer of so many vectors may have. */
export function vectorLimit(inputs: number, dimensions = USUAL_DIMENSIONS): number {
  return Math.min(FRAME_BYTES + inputs * (FRAME_BYTES + dimensions * NUMBER_BYTES), MOST_VECTOR_BYTES);
}
