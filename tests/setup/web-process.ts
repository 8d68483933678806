import { spawn } from 'node:child_process';
import path from 'node:path';
import { awaitAnswer, probeHttp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { BUILD_FOLDER } from './build.ts';

export interface WebProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Everything that it has logged so far. */
  output: () => string;
  /** Resolves when it has ended. SIGTERM lets it drain. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** On a busy machine; the tests that start one wait as long. */
const START_MS = 100_000;

/**
 * Starts a web process of its own from the production build, on the test file's database and Redis.
 * @param env what differs from the test environment; an empty text unsets
 */
export async function startWebProcess(env: Record<string, string> = {}): Promise<WebProcess> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/web.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BUILD_DIRECTORY: BUILD_FOLDER,
      PORT: String(port),
      APP_URL: origin,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  const died = new AbortController();
  void ended.then(() => died.abort(new Error(`The web process ended:\n${output.join('')}`)));
  const signal = AbortSignal.any([died.signal, AbortSignal.timeout(START_MS)]);
  await awaitAnswer(() => probeHttp(`${origin}/healthz`), signal);
  return { origin, output: () => output.join(''), stop };
}
