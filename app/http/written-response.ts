import type { ServerResponse } from 'node:http';

/** Writes a body to a connection and ends it. Never fails: what has begun cannot become an error answer. */
export type BodyWriter = (connection: ServerResponse) => Promise<void>;

/**
 * An answer that writes its body itself, piece by piece, and heeds a slow reader. A body of web streams would be read as
 * fast as it comes, and costs more for each piece than everything else about it. `fetch-handler.ts` calls `writeTo`
 * exactly once, also when the reader has left already.
 */
export class WrittenResponse extends Response {
  readonly writeTo: BodyWriter;

  constructor(init: Pick<ResponseInit, 'status' | 'headers'>, writeTo: BodyWriter) {
    super(null, init);
    this.writeTo = writeTo;
  }
}

/** Resolves once a connection takes more: at once as a rule, later when the reader is slow, and when it has left. */
export async function drainedOf(connection: ServerResponse): Promise<void> {
  if (!connection.writableNeedDrain || connection.closed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      connection.off('drain', done).off('close', done);
      resolve();
    };
    connection.on('drain', done).on('close', done);
  });
}
