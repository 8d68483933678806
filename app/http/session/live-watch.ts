import { liveSessions } from '#app/core/accounts/sessions/sessions.ts';
import { liveKeys } from '#app/core/api-keys/live-keys.ts';
import { logger } from '#app/core/platform/logger.ts';
import { drained } from '#app/http/draining.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A stream must not continue for more than a second after its session or key has ended. */
const POLL_EVERY_MS = 800;

/** A single shared error: creating one per stream costs more than all other work at the end of a stream. */
const OVER = new Error('The stream is over');

/**
 * Returns a signal for an open stream: aborted when its reader leaves, and within a second after the session
 * or key with this id has ended.
 */
type Watch = (id: string, closed: AbortSignal) => AbortSignal;

/**
 * A signal for a user's open stream: aborted when the user leaves, and within a second of the session's end.
 */
export const watchSession = createLiveWatch('sessions', (ids) => liveSessions(AUTOCOMMIT, ids));

/**
 * A signal for an answer in progress: aborted when its client leaves, within a second of its key's end, and
 * when the time to drain is over.
 */
export const watchKey = createLiveWatch('keys', (ids) => liveKeys(AUTOCOMMIT, ids), drained());

/**
 * Watches the sessions or keys of open streams by polling the database, so that it does not depend on
 * messages about an end. A single statement covers all streams of the process.
 * @param name name of the watched things, for the log
 * @param findLive returns those ids that are still valid
 * @param until when it is aborted, all streams end
 */
export function createLiveWatch(
  name: string,
  findLive: (ids: string[]) => Promise<Set<string>>,
  until?: AbortSignal,
): Watch {
  const watched = new Map<string, Set<AbortController>>();
  let timer: NodeJS.Timeout | undefined;
  // One listener for all streams, and not one for each.
  until?.addEventListener('abort', () => {
    for (const watches of watched.values()) for (const watch of watches) watch.abort(OVER);
  });

  async function poll(): Promise<void> {
    try {
      const ids = [...watched.keys()];
      const live = await findLive(ids);
      for (const id of ids) {
        if (!live.has(id)) for (const watch of watched.get(id) ?? []) watch.abort(OVER);
      }
    } catch (error) {
      // No stream is cut because the database is away: the next poll finds the ended ones.
      logger().warn({ error: error instanceof Error ? error.message : 'unknown' }, `${name} not looked at`);
    }
  }

  return (id, closed) => {
    const watch = new AbortController();
    const watches = watched.get(id) ?? new Set();
    watched.set(id, watches.add(watch));
    timer ??= setInterval(() => void poll(), POLL_EVERY_MS).unref();
    const leave = () => {
      watch.abort(OVER);
      watches.delete(watch);
      if (watches.size === 0) watched.delete(id);
      if (watched.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
    if (closed.aborted || until?.aborted) leave();
    else closed.addEventListener('abort', leave, { once: true });
    return watch.signal;
  };
}
