import fs from 'node:fs';
import pino, { type DestinationStream } from 'pino';
import { errorFacts, withoutSecrets } from './log-facts.ts';
import { counted } from './metrics/metrics.ts';

/** Without child loggers: `withoutSecrets` would not see their bindings. */
export type Logger = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const STANDARD_OUTPUT = 1;

let root: Logger | undefined;

/** Lines are written together: one write per line costs more than everything else about it. */
const FLUSH = { characters: 4096, milliseconds: 100 };

const STANDARD_ERROR = 2;

/** Max characters that wait while the destination accepts none; further lines are dropped. */
const MAX_WAITING = 1_000_000;

/** Retries for a pipe that is briefly full when the process exits. */
const BUSY = { tries: 10, milliseconds: 10 };

/**
 * Starts the process's logger: JSON lines on standard output. The last lines are written when the process
 * exits; a killed process may lose the lines of its last tenth of a second.
 * @param name which process logs: web, worker, admin.
 * @param destination receives the lines instead
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

/**
 * The log on a file descriptor. A write that fails (a full disk) neither throws nor blocks: its lines wait
 * and are retried every tenth of a second; beyond `MAX_WAITING` further ones are dropped and counted. pino's
 * own destination repeats a synchronous write without end, which blocks the event loop.
 */
export class LogLines implements DestinationStream {
  readonly #fd: number;
  readonly #notify: (text: string) => void;
  #lines: string[] = [];
  #characters = 0;
  /** Bytes of failed or partial writes: they are written first. */
  #rest: Buffer | null = null;
  #isWriting = false;
  #hasFailed = false;
  #notice: string | null = null;
  #wasNotified = false;

  /** @param notify writes a text for the operator elsewhere than to the log; it may throw */
  constructor(fd: number, notify: (text: string) => void = writeToStandardError) {
    this.#fd = fd;
    this.#notify = notify;
  }

  /** Writes the waiting lines every tenth of a second, and when the process exits. */
  start(): this {
    setInterval(() => this.flush(), FLUSH.milliseconds).unref();
    process.on('exit', () => this.flushSync());
    return this;
  }

  /** Adds a line, which ends with a line break. */
  write(line: string): void {
    if (this.#characters >= MAX_WAITING) {
      counted.lostLogLines.inc();
      return;
    }
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= FLUSH.characters && !this.#hasFailed) this.flush();
  }

  /** Starts writing the waiting lines unless a write is in progress. */
  flush(): void {
    if (this.#isWriting) return;
    const bytes = this.#take();
    if (bytes === null) return;
    this.#isWriting = true;
    fs.write(this.#fd, bytes, (error, length) => {
      this.#isWriting = false;
      this.#putBack(bytes.subarray(length ?? 0));
      if (error) return this.#fail(error);
      this.#succeed();
      if (this.#rest !== null) this.flush();
    });
  }

  /**
   * Writes the waiting lines before it returns, as far as the destination accepts them. pino calls it for
   * fatal lines.
   */
  flushSync(): void {
    let tries = BUSY.tries;
    for (let bytes = this.#take(); bytes !== null; bytes = this.#take())
      try {
        this.#putBack(bytes.subarray(fs.writeSync(this.#fd, bytes)));
        this.#succeed();
      } catch (error) {
        this.#putBack(bytes);
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isBusy || tries-- === 0) return this.#fail(error as Error);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY.milliseconds);
      }
  }

  #take(): Buffer | null {
    const rest = this.#rest;
    this.#rest = null;
    if (rest !== null || this.#lines.length === 0) return rest;
    const bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#characters = 0;
    return bytes;
  }

  #putBack(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#rest = this.#rest === null ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  #succeed(): void {
    this.#hasFailed = false;
    this.#writeNotice();
  }

  #fail(error: Error): void {
    this.#hasFailed = true;
    if (!this.#wasNotified)
      this.#notice = `The log cannot be written: ${error.message}. Lines wait; the metric parlance_lost_log_lines_total counts those that are lost.\n`;
    this.#writeNotice();
  }

  /** Standard error may be on the same disk: the notice is retried with each write. */
  #writeNotice(): void {
    if (this.#notice === null) return;
    try {
      this.#notify(this.#notice);
      this.#notice = null;
      this.#wasNotified = true;
    } catch {
      // The next write tries again.
    }
  }
}

function writeToStandardError(text: string): void {
  fs.writeSync(STANDARD_ERROR, text);
}
