import { logger } from '#app/core/platform/logger.ts';
import { drainedOf, WrittenResponse } from './written-response.ts';

interface PieceOptions {
  headers: Record<string, string>;
  /**
   * The next piece is requested when the connection has room. An empty one writes nothing; if the reader has
   * left, it is the last.
   */
  pieces: AsyncIterable<string>;
  /** Called once, when the last piece is written, the reader has left, or the pieces have failed. */
  onEnd?: () => void;
}

interface JsonOptions {
  headers: Record<string, string>;
  /** Together they form one JSON text. */
  pieces: AsyncIterable<string>;
}

/**
 * A 200 whose body is written while it is produced, for answers of many megabytes. It is not compressed,
 * which would take longer than it saves. If the pieces fail, the connection is destroyed, so that half of a
 * file cannot be mistaken for a whole one.
 */
export function chunkedResponse({ headers, pieces, onEnd }: PieceOptions): WrittenResponse {
  const caching = { 'cache-control': 'no-store, no-transform' };
  return new WrittenResponse({ headers: { ...headers, ...caching } }, async (connection) => {
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

/** A 200 whose JSON is written while it is produced, in the same way. */
export function chunkedJson({ headers, pieces }: JsonOptions): WrittenResponse {
  return chunkedResponse({ headers: { ...headers, 'content-type': 'application/json' }, pieces });
}
