import { parentOf } from './process-identity.mjs';

const BETWEEN_LOOKS_MS = 1000;

/**
 * Calls `stop` for each terminating signal, and once when this process has become an orphan: npm does not
 * forward SIGTERM; it exits together with its shell, and their child processes would run on.
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
  // Closing a terminal sends a signal and also ends the parent, which counts as one request.
  watchParent(() => isStopping || stop('orphan'));
  // The output then has no reader, and its unhandled error would end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * A process is not notified when its parent ends, so this checks once a second, which costs microseconds.
 * Under npm there is a shell in between, which outlives a killed npm: its parent is watched, too.
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
