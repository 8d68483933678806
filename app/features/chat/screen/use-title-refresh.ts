import { useEffect, useRef } from 'react';
import { useReload } from './reload/use-reload.ts';

const REFRESH_AFTER_MS = [2000, 5000];

/**
 * Reads the list again 2 s and 5 s after the first reply of a conversation has ended, when its title should
 * be there. A title that comes later arrives as an event.
 */
export function useTitleRefresh({
  isFirst,
  isSubmitting,
}: {
  isFirst: boolean;
  isSubmitting: boolean;
}): void {
  const reload = useReload();
  const wasSubmitting = useRef(isSubmitting);
  useEffect(() => {
    const ended = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    if (!ended || !isFirst) return;
    const timers = REFRESH_AFTER_MS.map((after) => setTimeout(reload, after));
    return () => timers.forEach(clearTimeout);
  }, [isFirst, isSubmitting, reload]);
}
