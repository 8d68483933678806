import { drainedOf, WrittenResponse } from './written-response.ts';

interface PieceOptions {
  headers: Record<string, string>;
  /** Together they are one JSON text. The next is made when the connection takes more. */
  pieces: Iterable<string>;
}

/**
 * A 200 whose JSON is written as it is made, for answers of many megabytes. It is not compressed on the way: that
 * would take longer than it saves.
 */
export function jsonInPieces({ headers, pieces }: PieceOptions): WrittenResponse {
  const type = { 'content-type': 'application/json', 'cache-control': 'no-store, no-transform' };
  return new WrittenResponse({ headers: { ...headers, ...type } }, async (connection) => {
    for (const piece of pieces) {
      await drainedOf(connection);
      if (connection.closed) return;
      connection.write(piece);
    }
    connection.end();
  });
}
