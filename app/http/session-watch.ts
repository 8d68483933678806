import { liveSessions } from '#app/core/accounts/live-sessions.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** An ended session must not go on reading for longer than a second. */
const LOOK_EVERY_MS = 800;

const watched = new Map<string, Set<AbortController>>();
let timer: NodeJS.Timeout | undefined;

/**
 * A signal for an open stream: aborted when its reader leaves, and within a second of its session's end.
 * All streams of the process are looked after by one statement.
 */
export function watchSession(sessionId: string, closed: AbortSignal): AbortSignal {
  const watch = new AbortController();
  const watches = watched.get(sessionId) ?? new Set();
  watched.set(sessionId, watches.add(watch));
  timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
  const leave = () => {
    watch.abort();
    watches.delete(watch);
    if (watches.size === 0) watched.delete(sessionId);
    if (watched.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
  if (closed.aborted) leave();
  else closed.addEventListener('abort', leave, { once: true });
  return watch.signal;
}

async function look(): Promise<void> {
  try {
    const asked = [...watched.keys()];
    const live = await liveSessions(AUTOCOMMIT, asked);
    for (const sessionId of asked) {
      if (!live.has(sessionId)) for (const watch of watched.get(sessionId) ?? []) watch.abort();
    }
  } catch (error) {
    // Nobody is cut off because the database is away: it will say who has left when it is back.
    logger().warn({ error: error instanceof Error ? error.message : 'unknown' }, 'sessions not looked at');
  }
}
