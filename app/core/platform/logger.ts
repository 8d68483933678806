import pino, { type Logger } from 'pino';

export type { Logger };

let root: Logger | undefined;

/** Names whose values never reach a log, wherever they stand in a logged object. */
const SECRET_PATHS = ['password', 'confirm_password', 'token', 'authorization', 'cookie', 'apiKey', 'value'];

/**
 * Starts the process's logger: JSON lines on standard output.
 * @param name which process speaks: web, worker, admin.
 */
export function startLogger(name: string, level: string): Logger {
  root = pino({
    level,
    base: { process: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  });
  return root;
}

/** The process's logger; silent until `startLogger` was called (unit tests). */
export function logger(): Logger {
  root ??= pino({ level: 'silent' });
  return root;
}
