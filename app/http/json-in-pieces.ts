import type { AppLoadContext } from '@remix-run/node';

interface PieceOptions {
  context: Pick<AppLoadContext, 'drained'>;
  headers: Record<string, string>;
  /** Together they are one JSON text. The next is made when the connection takes more. */
  pieces: Iterator<string>;
}

/**
 * A 200 whose JSON is written as it is made, for answers of many megabytes. It is not compressed on the way: that
 * would take longer than it saves.
 */
export function jsonInPieces({ context, headers, pieces }: PieceOptions): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await context.drained();
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store, no-transform' },
  });
}
