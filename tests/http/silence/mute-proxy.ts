import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and its server, which can make each of them seem silent to the other. */
export interface MuteProxy {
  port: number;
  /** From now on all data is accepted and nothing is passed on; new connections are accepted, too. */
  mute(): void;
  /** Passes on the held data, and everything after it. */
  speak(): void;
  /** Closes the connection that sends the nth piece of bytes from a client, counted from now on. Once. */
  cutAt(piece: number): void;
  hasCut(): boolean;
  close(): Promise<void>;
}

/** Starts a proxy on loopback for the server at `target`, a port of loopback. */
export async function startMuteProxy(target: number): Promise<MuteProxy> {
  const sockets = new Set<Socket>();
  let muted = false;
  let left = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('data', (bytes) => {
        if (one === client && left > 0 && --left === 0) client.destroy();
        else other.write(bytes);
      });
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (muted) one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mute() {
      muted = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      muted = false;
      for (const socket of sockets) socket.resume();
    },
    cutAt(piece) {
      left = piece;
    },
    hasCut: () => left === 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
