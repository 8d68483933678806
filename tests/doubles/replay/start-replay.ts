import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of a provider as it went over the wire. */
export interface Recording {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Replay {
  /** For a client's base URL. */
  url: string;
  /** The requests, oldest first. */
  paths(): readonly string[];
  close(): Promise<void>;
}

/**
 * A server that returns one recorded answer to every request.
 * @param piece bytes in a write; 0 writes the body at once
 */
export async function startReplay({ status, headers, body }: Recording, piece = 0): Promise<Replay> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    response.socket?.setNoDelay(true);
    response.writeHead(status, headers);
    void (async () => {
      const step = piece === 0 ? body.length : piece;
      for (let at = 0; at < body.length; at += step) {
        response.write(body.subarray(at, at + step));
        await new Promise(setImmediate);
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    paths: () => paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
