import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Checks whether a server could listen on the port now.
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<string | null>} the error code (EADDRINUSE, EACCES ...), null if it could
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

/**
 * The system's range for outgoing connections begins at 32768: below it no outgoing connection takes the port
 * meanwhile.
 */
const FIRST = 10_240;
const END = 32_768;
const TRIES = 100;

/**
 * Finds a free port.
 * @returns {Promise<number>}
 */
export async function findFreePort(host = '127.0.0.1') {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if ((await listenProblem(port, host)) === null) return port;
  }
  throw new Error('No port is free.');
}
