import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const BETWEEN_TRIES_MS = 25;

/**
 * Retries until the server answers as expected.
 * @param {() => Promise<boolean>} probe
 * @param {AbortSignal} signal rejects with the signal's reason
 */
export async function awaitAnswer(probe, signal) {
  for (;;) {
    signal.throwIfAborted();
    if (await probe().catch(() => false)) return;
    await sleep(BETWEEN_TRIES_MS, undefined, { signal });
  }
}

/**
 * Connects, sends a text, and checks the first bytes of the answer.
 * @param {{ port: number, say?: string, isAnswer: (bytes: Buffer) => boolean }} options
 * @returns {Promise<boolean>} false if the connection is refused, or after 2 s of silence
 */
export function probeTcp({ port, say, isAnswer }) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 });
    const finish = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    const received = [];
    socket.once('connect', () => say && socket.write(say));
    socket.on('data', (bytes) => {
      received.push(bytes);
      if (isAnswer(Buffer.concat(received))) finish(true);
    });
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
    socket.once('close', () => finish(false));
  });
}

/** @returns {Promise<boolean>} true when GET answers with a status below 500 */
export async function probeHttp(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status < 500;
}
