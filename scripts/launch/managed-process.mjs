import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { endLeftover, endProcess, forgetPid, recordPid, signalGroup } from './pid-record.mjs';

const LONGEST_BACKOFF_MS = 10_000;
/** A process that ran this long is restarted with the shortest backoff. */
const STEADY_MS = 30_000;

/**
 * @typedef {object} ProcessOptions
 * @property {string} name file names of its pid and its log
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {string} runFolder
 * @property {string} logFile receives its output, appended
 * @property {(signal: AbortSignal) => Promise<void>} ready resolves when the process is working
 * @property {number} [readyMs] max wait for `ready`
 * @property {boolean} [supervise] true to restart it whenever it ends by itself
 * @property {number} [graceMs] time to end before it is killed
 * @property {{ ownPidFile: string, marker: string }} [proof] see endLeftover
 */

/**
 * A child process in its own process group (a Ctrl-C in the terminal reaches only the launcher, which stops
 * its children in order), with its output in a file and its pid recorded. Events: `ended` {code, signal} when
 * it ended by itself and is not restarted; if supervised, `crash` {code, signal, retryMs}, `back` after a
 * restart, `failed` after a failed restart.
 */
export class ManagedProcess extends EventEmitter {
  #options;
  #child = null;
  #wanted = false;
  #starting = false;
  #tries = 0;
  #retry = undefined;

  /** @param {ProcessOptions} options */
  constructor(options) {
    super();
    this.#options = { readyMs: 60_000, supervise: false, graceMs: 15_000, ...options };
  }

  get name() {
    return this.#options.name;
  }

  /** @returns {string} */
  get logFile() {
    return this.#options.logFile;
  }

  /** @returns {number | null} null while it does not run */
  get pid() {
    return this.#child?.pid ?? null;
  }

  /** Ends a leftover of an earlier launcher, starts the process and waits until it is ready. */
  async start() {
    const { runFolder, name, proof } = this.#options;
    await endLeftover(runFolder, name, proof);
    this.#wanted = true;
    this.#starting = true;
    try {
      await this.#launch();
    } catch (error) {
      this.#wanted = false;
      throw error;
    } finally {
      this.#starting = false;
    }
  }

  /** Terminates the process, waits, and kills it after the grace period. No-op if it does not run. */
  async stop() {
    this.#wanted = false;
    clearTimeout(this.#retry);
    const child = this.#child;
    if (child) await end(child, this.#options.graceMs);
    forgetPid(this.#options.runFolder, this.name);
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /**
   * Sends a signal and waits for the exit if the signal ends the process. A supervised process is then
   * restarted; others by `start()`.
   */
  async kill(signal = 'SIGKILL') {
    const child = this.#child;
    if (!child) return;
    signalGroup(child.pid, signal);
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    await exited(child);
  }

  async #launch() {
    const { command, args, env, cwd, runFolder, logFile, ready, readyMs, name } = this.#options;
    const log = openLog(logFile);
    const start = statSync(logFile).size;
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    const startedAt = Date.now();
    const ended = new AbortController();
    child.once('error', (error) => {
      this.#child = null;
      ended.abort(error);
    });
    child.once('exit', (code, signal) => {
      ended.abort(new Error(`${name} ended (${signal ?? `code ${code}`})`));
      this.#onExit(child, code, signal, Date.now() - startedAt);
    });
    if (child.pid) recordPid(runFolder, name, child.pid);
    const late = AbortSignal.timeout(readyMs);
    try {
      await ready(AbortSignal.any([ended.signal, late]));
    } catch (error) {
      const silence = `no answer within ${readyMs / 1000} s`;
      const cause = ended.signal.aborted
        ? ended.signal.reason.message
        : late.aborted
          ? silence
          : error.message;
      const said = tail(logFile, start);
      if (this.#child) await end(child, 2000);
      throw new LaunchError(
        `${name} did not start: ${cause}.`,
        `Read ${path.relative(process.cwd(), logFile)}; its last lines stand here.`,
        said,
      );
    }
  }

  #onExit(child, code, signal, livedMs) {
    if (this.#child === child) this.#child = null;
    forgetPid(this.#options.runFolder, this.name);
    if (!this.#wanted || this.#starting) return;
    if (!this.#options.supervise) {
      this.emit('ended', { code, signal });
      return;
    }
    this.#tries = livedMs > STEADY_MS ? 0 : this.#tries + 1;
    const retryMs = this.#tries <= 1 ? 0 : Math.min(125 * 2 ** this.#tries, LONGEST_BACKOFF_MS);
    this.emit('crash', { code, signal, retryMs });
    this.#retry = setTimeout(() => void this.#comeBack(), retryMs);
  }

  /** A failed try ends in another exit, which schedules the next one. */
  async #comeBack() {
    try {
      await this.#launch();
      this.emit('back');
    } catch (error) {
      this.emit('failed', error);
    }
  }
}

async function end(child, graceMs) {
  await endProcess(child.pid, graceMs);
  await exited(child);
}

/** Node emits the exit slightly after it happened. */
async function exited(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function openLog(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'a', 0o600);
}

function tail(file, from) {
  const text = readFileSync(file).subarray(from).toString('utf8').trimEnd();
  return text.split('\n').slice(-15).join('\n');
}
