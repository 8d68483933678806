import pino, { type DestinationStream, type Logger } from 'pino';
import { errorFacts } from './error-facts.ts';

export type { Logger };

let root: Logger | undefined;

/** Names whose values never reach a log, wherever they stand in a logged object. */
const SECRET_PATHS = ['password', 'confirm_password', 'token', 'authorization', 'cookie', 'apiKey', 'value'];

/**
 * Starts the process's logger: JSON lines on standard output.
 * @param name which process speaks: web, worker, admin.
 * @param destination takes the lines instead
 */
export function startLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: errorFacts },
  };
  root = destination ? pino(options, destination) : pino(options);
  return root;
}

/** The process's logger; silent until `startLogger` was called (unit tests). */
export function logger(): Logger {
  root ??= pino({ level: 'silent' });
  return root;
}
