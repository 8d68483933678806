import { logger } from '#app/core/platform/logger.ts';
import { drainedOf, WrittenResponse } from './written-response.ts';

interface PieceOptions {
  headers: Record<string, string>;
  /** The next is made when the connection takes more. An empty one writes nothing, and is the last if the reader has left. */
  pieces: AsyncIterable<string>;
  /** Called once, when the last piece is written, the reader has left, or the pieces have failed. */
  onEnd?: () => void;
}

interface JsonOptions {
  headers: Record<string, string>;
  /** Together they are one JSON text. */
  pieces: AsyncIterable<string>;
}

/**
 * A 200 whose body is written as it is made, for answers of many megabytes. It is not compressed on the way: that would
 * take longer than it saves. Where the pieces fail the connection is cut, so that half of a file cannot be taken for a
 * whole one.
 */
export function inPieces({ headers, pieces, onEnd }: PieceOptions): WrittenResponse {
  const kept = { 'cache-control': 'no-store, no-transform' };
  return new WrittenResponse({ headers: { ...headers, ...kept } }, async (connection) => {
    try {
      for await (const piece of pieces) {
        await drainedOf(connection);
        if (connection.closed) return;
        if (piece !== '') connection.write(piece);
      }
      connection.end();
    } catch (error) {
      logger().warn({ error: (error as Error).message }, 'an answer was cut');
      connection.destroy();
    } finally {
      onEnd?.();
    }
  });
}

/** A 200 whose JSON is written as it is made; see `inPieces`. */
export function jsonInPieces({ headers, pieces }: JsonOptions): WrittenResponse {
  return inPieces({ headers: { ...headers, 'content-type': 'application/json' }, pieces });
}
