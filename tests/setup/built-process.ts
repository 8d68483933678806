import { spawn } from 'node:child_process';
import { awaitAnswer } from '#scripts/launch/await-answer.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { BUILD_FOLDER } from './build.ts';

/** A process of the production build. */
export interface BuiltProcess {
  pid: number;
  /** Its whole log so far. */
  output: () => string;
  /** Sends a signal and returns at once. */
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves when it has ended. SIGTERM lets it drain. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** A project, and the folder of its build relative to it. */
export interface BuildPlace {
  root: string;
  folder: string;
}

/** For a busy machine; the tests that start a process wait as long. */
const START_MS = 100_000;

/**
 * Starts a process of the production build, on the test file's database and Redis, and waits until it is
 * ready.
 * @param args of Node
 * @param env differences from the test environment; an empty text unsets
 * @param probe true once it is ready
 * @param place of the build, if it is not this project's
 */
export async function startBuiltProcess(
  args: string[],
  env: Record<string, string>,
  probe: () => Promise<boolean>,
  place: BuildPlace = { root: ROOT, folder: BUILD_FOLDER },
): Promise<BuiltProcess> {
  const child = spawn(process.execPath, args, {
    cwd: place.root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: place.folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    kill(signal);
    await ended;
  };
  const died = new AbortController();
  void ended.then(() => died.abort(new Error(`The process ended:\n${output.join('')}`)));
  await awaitAnswer(probe, AbortSignal.any([died.signal, AbortSignal.timeout(START_MS)]));
  return { pid: child.pid!, output: () => output.join(''), kill, stop };
}
