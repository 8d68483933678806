import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between processes and their database, on the real wire, which can be shut as if the database were
 * gone.
 */
export interface DatabaseGate {
  /** The database's address through the gate. */
  url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** @param databaseUrl the real address of the database, on loopback */
export async function startDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const { port: target } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target), '127.0.0.1');
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: databaseUrl.replace(`:${target}/`, `:${port}/`),
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    open: () => listen(port),
  };
}
