import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Why a server could not listen there now.
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<string | null>} the error code (EADDRINUSE, EACCES ...), null when it could
 */
export function listenProblem(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) =>
      resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** What the system lends to outgoing connections begins at 32768: nobody there takes one of these meanwhile. */
const FIRST = 10_240;
const END = 32_768;
const TRIES = 100;

/**
 * A port that nobody listens on.
 * @returns {Promise<number>}
 */
export async function findFreePort(host = '127.0.0.1') {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if ((await listenProblem(port, host)) === null) return port;
  }
  throw new Error('No port is free.');
}
