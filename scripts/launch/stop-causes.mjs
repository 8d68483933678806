import { parentOf } from './process-identity.mjs';

const BETWEEN_LOOKS_MS = 1000;

/**
 * Calls `stop` with each signal that asks for the end, and once when this process has become an orphan: npm does not hand
 * SIGTERM on, it ends and its shell with it, and what they started would run on for ever.
 * @param {(cause: NodeJS.Signals | 'orphan') => void} stop
 */
export function onStop(stop) {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true;
      stop(signal);
    });
  }
  // A terminal that is closed sends a signal and takes the parent away, which is one request and not two.
  watchParent(() => isStopping || stop('orphan'));
  // Output has no reader then, and an unhandled error of it would end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Nothing tells a process that its parent is gone, so this looks once a second, which costs microseconds. Under npm a
 * shell stands between, which outlives an npm that is killed: its parent is watched, too.
 */
function watchParent(onGone) {
  const parents = () => [process.ppid, process.env.npm_lifecycle_event && parentOf(process.ppid)].join();
  const first = parents();
  const timer = setInterval(() => {
    if (parents() === first) return;
    clearInterval(timer);
    onGone();
  }, BETWEEN_LOOKS_MS).unref();
}
