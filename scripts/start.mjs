// npm start: from a bare machine to a running Parlance. Plain Node: it runs before anything is installed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasProvider, localAddress } from './launch/app-processes.mjs';
import { asLaunchError } from './launch/launch-error.mjs';
import { launch } from './launch/launch.mjs';
import { ROOT, dataFolders } from './launch/paths.mjs';
import { Progress } from './launch/progress.mjs';
import { claimInstance } from './launch/single-instance.mjs';

/** How much of a failing program's output is shown at most. */
const LAST_LINES = 30;

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

const base = path.resolve(process.env.DATA_DIR || '.data');
const address = process.env.APP_URL || localAddress(process.env);
const progress = new Progress();
const started = Date.now();
const { holder, release } = claimInstance(dataFolders(base).run, address);
if (holder) {
  console.log(`Parlance already runs at ${holder.address} (process ${holder.pid}).`);
  process.exit(0);
}

const stopping = new AbortController();
/** @type {import('./launch/managed-process.mjs').ManagedProcess[]} in the order in which they started */
const processes = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));

console.log('Starting Parlance');
const launching = launch({
  base,
  progress,
  processes,
  signal: stopping.signal,
  sandbox: !hasProvider(process.env),
});
try {
  await launching;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const logs = path.relative(ROOT, dataFolders(base).logs);
  progress.line(`\nParlance is ready after ${seconds} s: ${address}\nLogs are in ${logs}. Ctrl-C ends it.`);
} catch (error) {
  if (!stopping.signal.aborted) {
    const { message, remedy, detail } = asLaunchError(error);
    const quoted = detail.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
    console.error(`${quoted ? `\n${quoted}\n` : ''}\n${message}\n→ ${remedy}`);
    process.exitCode = 1;
    await stop();
  }
}

/** Ends every child in order; asked a second time it no longer waits for them. */
async function stop(signal) {
  if (stopping.signal.aborted) {
    await Promise.all(processes.map((child) => child.kill('SIGKILL')));
    release();
    process.exit(1);
  }
  stopping.abort();
  if (signal) progress.line('Stopping');
  await stopAll();
  // A start that was under way may have added one more.
  await launching.catch(() => undefined);
  await stopAll();
  release();
  process.exit();
}

/** Web and worker finish what they have at hand, for which they need the others. */
async function stopAll() {
  const isOurs = ({ name }) => name === 'web' || name === 'worker';
  await Promise.all(processes.filter(isOurs).map((child) => child.stop()));
  await Promise.all(processes.filter((child) => !isOurs(child)).map((child) => child.stop()));
}
