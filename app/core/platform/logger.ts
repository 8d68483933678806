import pino, { type DestinationStream } from 'pino';
import { errorFacts } from './error-facts.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';

/** Without children: what one is bound to would stand in its lines unseen by `withoutSecrets`. */
export type Logger = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

let root: Logger | undefined;

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
    formatters: { log: withoutSecrets },
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
