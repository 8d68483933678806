import pino, { type DestinationStream } from 'pino';
import { errorFacts } from './error-facts.ts';
import { LogLines } from './process/log-lines.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';

/** Without children: what one is bound to would stand in its lines unseen by `withoutSecrets`. */
export type Logger = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const STANDARD_OUTPUT = 1;

let root: Logger | undefined;

/**
 * Starts the process's logger: JSON lines on standard output. What a process says last is written when it exits; one
 * that is killed may take the lines of its last tenth of a second with it.
 * @param name which process speaks: web, worker, admin.
 * @param destination takes the lines instead
 */
export function startLogger(
  name: string,
  level: string,
  destination: DestinationStream = new LogLines(STANDARD_OUTPUT).start(),
): Logger {
  const options = {
    level,
    base: { process: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: withoutSecrets },
    serializers: { err: errorFacts },
  };
  root = pino(options, destination);
  return root;
}

/** The process's logger; silent until `startLogger` was called (unit tests). */
export function logger(): Logger {
  root ??= pino({ level: 'silent' });
  return root;
}
