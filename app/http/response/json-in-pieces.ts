import { logger } from '#app/core/platform/logger.ts';
import { drainedOf, WrittenResponse } from './written-response.ts';

interface PieceOptions {
  headers: Record<string, string>;
  /** Together they are one JSON text. The next is made when the connection takes more. */
  pieces: AsyncIterable<string>;
}

/**
 * A 200 whose JSON is written as it is made, for answers of many megabytes. It is not compressed on the way: that
 * would take longer than it saves. Where the pieces fail the connection is cut, so that half of a text cannot be taken
 * for a whole one.
 */
export function jsonInPieces({ headers, pieces }: PieceOptions): WrittenResponse {
  const type = { 'content-type': 'application/json', 'cache-control': 'no-store, no-transform' };
  return new WrittenResponse({ headers: { ...headers, ...type } }, async (connection) => {
    try {
      for await (const piece of pieces) {
        await drainedOf(connection);
        if (connection.closed) return;
        connection.write(piece);
      }
      connection.end();
    } catch (error) {
      logger().warn({ error: (error as Error).message }, 'an answer was cut');
      connection.destroy();
    }
  });
}
