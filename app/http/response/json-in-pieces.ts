import { inPieces } from './in-pieces.ts';
import type { WrittenResponse } from './written-response.ts';

interface PieceOptions {
  headers: Record<string, string>;
  /** Together they are one JSON text. */
  pieces: AsyncIterable<string>;
}

/** A 200 whose JSON is written as it is made; see `inPieces`. */
export function jsonInPieces({ headers, pieces }: PieceOptions): WrittenResponse {
  return inPieces({ headers: { ...headers, 'content-type': 'application/json' }, pieces });
}
