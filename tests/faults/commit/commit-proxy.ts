import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { endsWithCommitted, OK_BYTES } from '../commit-answer.mjs';
import { createPacketReader, statementOf } from './wire.ts';

/**
 * The moment of a COMMIT at which the database dies: before the packet reaches it, at some time after the
 * packet was passed on, or when it has committed and its answer has not reached the client.
 */
export type Moment = 'before' | 'inside' | 'after';

interface Fault {
  moment: Moment;
  /** Chooses the transaction by its statements, in order. */
  matches: (statements: string[]) => boolean;
  /** Delay after the COMMIT was passed on, for `inside`. */
  delayMs: number;
  /** Ends the database; the client's connection is cut afterwards. */
  kill: () => Promise<void>;
  done: () => void;
}

/** A proxy between a client and its database, on the real wire. */
export interface CommitProxy {
  port: number;
  /** Kills the database at the next COMMIT that matches. @returns resolves when that has happened */
  killAt(fault: Omit<Fault, 'done'>): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on loopback for the database at `target`, a port of loopback. */
export async function startCommitProxy(target: number): Promise<CommitProxy> {
  let armed: Fault | undefined;
  const sockets = new Set<Socket>();
  const takeFault = (statements: string[]) => {
    if (!armed?.matches(statements)) return undefined;
    const taken = armed;
    armed = undefined;
    return taken;
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const])
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    relay(client, upstream, takeFault);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    killAt: (fault) =>
      new Promise((resolve) => {
        armed = { ...fault, done: resolve };
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function relay(
  client: Socket,
  upstream: Socket,
  takeFault: (statements: string[]) => Fault | undefined,
): void {
  const readPackets = createPacketReader();
  let statements: string[] = [];
  let answered: (() => void) | undefined;
  client.on('data', (bytes) => {
    for (const packet of readPackets(bytes)) {
      const statement = statementOf(packet);
      if (statement.startsWith('START TRANSACTION')) statements = [];
      statements.push(statement);
      const fault = /(^|;)COMMIT$/.test(statement) ? takeFault(statements) : undefined;
      if (fault) void hit(fault, packet);
      else upstream.write(packet);
    }
  });
  upstream.on('data', (bytes) => {
    const isCommitted = answered !== undefined && endsWithCommitted(bytes);
    // Answers from before the commit are passed on: clients act on them.
    client.write(isCommitted ? bytes.subarray(0, -OK_BYTES) : bytes);
    if (isCommitted) answered?.();
  });

  async function hit({ moment, delayMs, kill, done }: Fault, commit: Buffer): Promise<void> {
    const answer = new Promise<void>((resolve) => (answered = resolve));
    if (moment !== 'before') upstream.write(commit);
    if (moment === 'inside') await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (moment === 'after') await answer;
    await kill();
    client.destroy();
    done();
  }
}
