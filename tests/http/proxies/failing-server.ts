import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web process that crashes whenever it has read a call: it accepts the call and cuts the connection. */
export interface FailingServer {
  port: number;
  /** Calls that it has read, by method; health checks do not count. */
  calls: { GET: number; POST: number };
  paths: string[];
  /** Returns the received headers, as JSON. */
  headersPath: string;
  close: () => void;
}

const HEADERS_PATH = '/headers';

/** Starts a failing server that reports itself as ready. */
export async function openFailingServer(): Promise<FailingServer> {
  const calls = { GET: 0, POST: 0 };
  const paths: string[] = [];
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      const path = req.url ?? '';
      if (path === '/readyz') return void res.end();
      if (path === HEADERS_PATH) return void res.end(JSON.stringify(req.headers));
      paths.push(path);
      calls[req.method === 'POST' ? 'POST' : 'GET'] += 1;
      req.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    paths,
    headersPath: HEADERS_PATH,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
