import { liveSessions } from '#app/core/accounts/sessions/sessions.ts';
import { liveKeys } from '#app/core/api-keys/live-keys.ts';
import { logger } from '#app/core/platform/logger.ts';
import { drained } from '#app/http/draining.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What has ended must not go on being read for longer than a second. */
const LOOK_EVERY_MS = 800;

/** One for all: making an error of its own costs more than all else that the end of a stream does. */
const OVER = new Error('The stream is over');

/** A signal for an open stream: aborted when its reader leaves, and within a second of the end of what it rests on. */
type Watch = (id: string, closed: AbortSignal) => AbortSignal;

/** A signal for a person's open stream: aborted when they leave, and within a second of their session's end. */
export const watchSession = createLiveWatch('sessions', (ids) => liveSessions(AUTOCOMMIT, ids));

/**
 * A signal for an answer under way: aborted when its client leaves, within a second of its key's end, and when the time
 * to drain is over.
 */
export const watchKey = createLiveWatch('keys', (ids) => liveKeys(AUTOCOMMIT, ids), drained());

/**
 * Looks after what open streams rest on, by asking the database: no message about an end need arrive. All streams of
 * the process are looked after by one statement.
 * @param name of what is looked after, for the log
 * @param findLive which of these still hold
 * @param until when it is aborted none of them does any more
 */
export function createLiveWatch(
  name: string,
  findLive: (ids: string[]) => Promise<Set<string>>,
  until?: AbortSignal,
): Watch {
  const watched = new Map<string, Set<AbortController>>();
  let timer: NodeJS.Timeout | undefined;
  // One listener, and not one for each stream.
  until?.addEventListener('abort', () => {
    for (const watches of watched.values()) for (const watch of watches) watch.abort(OVER);
  });

  async function look(): Promise<void> {
    try {
      const asked = [...watched.keys()];
      const live = await findLive(asked);
      for (const id of asked) {
        if (!live.has(id)) for (const watch of watched.get(id) ?? []) watch.abort(OVER);
      }
    } catch (error) {
      // Nobody is cut off because the database is away: it will say who has left when it is back.
      logger().warn({ error: error instanceof Error ? error.message : 'unknown' }, `${name} not looked at`);
    }
  }

  return (id, closed) => {
    const watch = new AbortController();
    const watches = watched.get(id) ?? new Set();
    watched.set(id, watches.add(watch));
    timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
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
