import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { isInstalled } from '#scripts/launch/install-packages.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { recordedPid } from '#scripts/launch/pid-record.mjs';
import { identityOf } from '#scripts/launch/process-identity.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { BUILD_FOLDER } from '#tests/setup/build.ts';

/** The processes of `npm start`. */
export const NAMES = ['web', 'worker', 'sandbox', 'payments', 'mariadb', 'redis'] as const;

const WAIT = { timeout: 120_000, interval: 50 };

/** One run of `npm start`. */
export interface Launcher {
  child: ChildProcess;
  /** Its whole output so far. */
  output(): string;
}

/** The starts of one test file, on data and a port of its own. */
export interface Starts {
  /** Data folder. */
  base(): string;
  port(): number;
  /** Runs the program of `npm start`. */
  start(env?: Record<string, string>): Launcher;
  /** Runs it, or npm itself, and waits until it is ready. */
  startReady(program?: 'node' | 'npm'): Promise<Launcher>;
  /** Runs another script of the project on the same data, such as `servers`. */
  run(script: string, args?: string[], env?: Record<string, string>): Launcher;
  /** The same to its end. @returns its exit code and its output */
  command(script: string, args?: string[], env?: Record<string, string>): Promise<[number | null, string]>;
  /** The recorded process of each name; null if none is running. */
  pids(): (number | null)[];
  /** The answer of the running application at /readyz. */
  readiness(): Promise<unknown>;
  /**
   * Ends a ready launcher with a signal. @returns the processes and the files of `run` that it leaves behind
   */
  leftAfter(signal: NodeJS.Signals, launcher: Launcher): Promise<{ processes: number[]; records: string[] }>;
}

/** Data and a port for the starts of a test file. After its tests no process is left. */
export function useStarts(): Starts {
  let base: string;
  let port: number;
  const pids = () => NAMES.map((name) => recordedPid(path.join(base, 'run'), name));
  const start = (env: Record<string, string> = {}, program: 'node' | 'npm' = 'node') =>
    run({ program, port, base, env });
  const runScript: Starts['run'] = (script, args = [], env = {}) =>
    run({ program: 'node', script, args, port, base, env });

  beforeAll(async () => {
    // Otherwise the start would replace node_modules during this run.
    if (!isInstalled({ development: true }))
      throw new Error('node_modules does not fit package-lock.json: run npm run check');
    base = await newTestRun();
    port = await findFreePort();
  });
  afterAll(() => {
    for (const pid of pids()) if (pid !== null) process.kill(pid, 'SIGKILL');
    rmSync(base, { recursive: true, force: true });
  });

  return {
    base: () => base,
    port: () => port,
    start,
    async startReady(program) {
      const launcher = start({}, program);
      await untilPrinted(launcher, /is ready/);
      return launcher;
    },
    run: runScript,
    async command(...given) {
      const script = runScript(...given);
      await ended(script);
      return [script.child.exitCode, script.output()];
    },
    pids,
    readiness: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json(),
    async leftAfter(signal, { child }) {
      const children = pids().filter((pid) => pid !== null);
      if (children.length < NAMES.length) throw new Error('not all of its processes run');
      child.kill(signal);
      await once(child, 'exit');
      const records = readdirSync(path.join(base, 'run')).filter((file) => file !== '.gitkeep');
      return { processes: children.filter((pid) => identityOf(pid) !== null), records };
    },
  };
}

interface RunOptions {
  program: 'node' | 'npm';
  /** Of the project, for Node. */
  script?: string;
  args?: string[];
  port: number;
  base: string;
  env: Record<string, string>;
}

function run({ program, script = 'start', args = [], port, base, env }: RunOptions): Launcher {
  const command = program === 'npm' ? 'npm' : process.execPath;
  const node = [path.join(ROOT, `scripts/${script}.mjs`), ...args];
  const child = spawn(command, program === 'npm' ? ['start'] : node, {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: base,
      BUILD_DIRECTORY: BUILD_FOLDER,
      ...env,
    },
  });
  let output = '';
  const collect = (bytes: Buffer) => (output += bytes.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => output };
}

/** Waits until a launcher has printed this. */
export async function untilPrinted({ child, output }: Launcher, pattern: RegExp): Promise<void> {
  const isPrinted = () => {
    if (child.exitCode !== null) throw new Error(`it ended early:\n${output()}`);
    return pattern.test(output());
  };
  await vi.waitUntil(isPrinted, WAIT);
}

/** Waits until a launcher has ended by itself. */
export async function ended({ child }: Launcher): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}
