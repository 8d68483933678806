import pino, { type DestinationStream, type Logger } from 'pino';
import { errorFacts } from './error-facts.ts';

export type { Logger };

let root: Logger | undefined;

/** Names whose values never reach a log, wherever they stand in a logged object. */
const SECRET_PATHS = ['password', 'confirm_password', 'token', 'authorization', 'cookie', 'apiKey', 'value'];

/** Lines are written together: a write of its own for each costs more than everything else about it. */
const TOGETHER = { characters: 4096, milliseconds: 100 };

/**
 * Starts the process's logger: JSON lines on standard output. What a process says last is written when it exits; one
 * that is killed may take the lines of its last tenth of a second with it.
 * @param name which process speaks: web, worker, admin.
 * @param destination takes the lines instead
 */
export function startLogger(name: string, level: string, destination = standardOutput()): Logger {
  const options = {
    level,
    base: { process: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: errorFacts },
  };
  root = pino(options, destination);
  return root;
}

function standardOutput(): DestinationStream {
  const lines = pino.destination({ sync: false, minLength: TOGETHER.characters });
  setInterval(() => lines.flush(), TOGETHER.milliseconds).unref();
  return lines;
}

/** The process's logger; silent until `startLogger` was called (unit tests). */
export function logger(): Logger {
  root ??= pino({ level: 'silent' });
  return root;
}
