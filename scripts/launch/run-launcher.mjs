import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localAddress } from './app-processes.mjs';
import { explain } from './launch-error.mjs';
import { logLimits, rotateLog } from './log-rotation.mjs';
import { ROOT, dataFolders } from './paths.mjs';
import { Progress } from './progress.mjs';
import { hasProvider } from './provider-variables.mjs';
import { claimInstance } from './single-instance.mjs';
import { onStop } from './stop-causes.mjs';

const BETWEEN_ROTATIONS_MS = 10_000;

/**
 * Starts processes, watches them, and stops them at the first signal, or when the parent process is gone.
 * Returns when all are ready; this process continues until it is stopped.
 * @param {{
 *   launch: (options: import('./launch.mjs').LaunchOptions) => Promise<void>,
 *   title?: string,
 *   serversAlone?: boolean,
 * }} options title: shown in the first line; serversAlone: true without web process
 */
export async function runLauncher({ launch, title = 'Parlance', serversAlone = false }) {
  process.chdir(ROOT);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const base = path.resolve(process.env.DATA_DIR || '.data');
  const address = serversAlone ? null : process.env.APP_URL || localAddress(process.env);
  const { holder, release } = claimInstance(dataFolders(base).run, address);
  if (holder) {
    const what = holder.address
      ? `Parlance already runs at ${holder.address}`
      : 'Its servers alone run already';
    console.log(`${what} (process ${holder.pid}).`);
    return;
  }
  console.log(`Starting ${title}`);
  const started = Date.now();
  const progress = new Progress();
  const stopping = new AbortController();
  /** @type {import('./managed-process.mjs').ManagedProcess[]} */
  const processes = [];
  const sandbox = !hasProvider(process.env);
  const launching = launch({ base, progress, processes, signal: stopping.signal, sandbox });

  const stop = async (cause) => {
    if (stopping.signal.aborted) {
      // The second signal: no more waiting.
      await Promise.all(processes.map((child) => child.kill('SIGKILL')));
      release();
      process.exit(1);
    }
    stopping.abort();
    if (cause)
      progress.line(cause === 'orphan' ? 'Stopping: the command that started this is gone' : 'Stopping');
    await stopAll(processes);
    // A start in progress may have added one more.
    await launching.catch(() => undefined);
    await stopAll(processes);
    release();
    process.exit();
  };
  onStop((cause) => void stop(cause));
  void keepLogsSmall(processes, progress, stopping.signal);

  try {
    await launching;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const logs = path.relative(ROOT, dataFolders(base).logs);
    const ready = address ? `Parlance is ready after ${seconds} s: ${address}` : `Ready after ${seconds} s.`;
    progress.line(`\n${ready}\nLogs are in ${logs}. Ctrl-C ends it.`);
  } catch (error) {
    if (stopping.signal.aborted) return;
    explain(error);
    process.exitCode = 1;
    await stop();
  }
}

/** Rotates the logs of all processes that exist at that time. */
async function keepLogsSmall(processes, progress, signal) {
  const limits = logLimits(process.env);
  let lastProblem = '';
  while (!signal.aborted) {
    for (const { logFile } of processes)
      await rotateLog(logFile, limits).catch(({ message }) => {
        if (message !== lastProblem) progress.line(`A log cannot be rotated: ${message}`);
        lastProblem = message;
      });
    await sleep(BETWEEN_ROTATIONS_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Web and worker stop first: to finish their work they need the other processes. */
async function stopAll(processes) {
  const isOurs = ({ name }) => name === 'web' || name === 'worker';
  await Promise.all(processes.filter(isOurs).map((child) => child.stop()));
  await Promise.all(processes.filter((child) => !isOurs(child)).map((child) => child.stop()));
}
