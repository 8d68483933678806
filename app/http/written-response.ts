import type { ServerResponse } from 'node:http';

/** Writes a body to a connection and ends it. Never fails: what has begun cannot become an error answer. */
export type BodyWriter = (connection: ServerResponse) => Promise<void>;

/** What is said before the body. */
export interface Head {
  /** 200 unless said otherwise. */
  status?: number;
  /** By names in lower case; several values only where a header is said several times. */
  headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * An answer that writes its body itself, piece by piece, and heeds a slow reader. A body of web streams would be read as
 * fast as it comes, and costs more for each piece than everything else about it; Fetch's headers, which are checked,
 * sorted and copied, cost as much as the rest of a head. `fetch-handler.ts` calls `writeTo` exactly once, also when the
 * reader has left already.
 */
export class WrittenResponse {
  readonly status: number;
  readonly headers: Map<string, string | string[]>;
  /** By these Remix knows a response, where a page's route answers with one. */
  readonly statusText = '';
  readonly body = null;

  constructor(
    { status = 200, headers = {} }: Head,
    readonly writeTo: BodyWriter,
  ) {
    this.status = status;
    this.headers = new Map(Object.entries(headers));
  }
}

/** What a route answers with: as Fetch has it, or written by itself. */
export type Answer = Response | WrittenResponse;

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
