import { useEffect } from 'react';
import { useReload } from '#app/features/chat/screen/reload/use-reload.ts';

/** How long a reply that has ended may wait for the page to be read again, before it asks for it. */
const STORED_AFTER_MS = 500;

/**
 * Reads the page again until it brings the stored reply in place of this one. An event says so as well, but it
 * may come before anybody listens: a short reply can end while the page that shows it is on its way.
 */
export function useStoredReply(hasEnded: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setInterval(reload, STORED_AFTER_MS);
    return () => clearInterval(timer);
  }, [hasEnded, reload]);
}
