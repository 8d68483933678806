import { useCallback, useEffect, useRef } from 'react';
import type { LiveEvent } from '#app/ui/live/live.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';
import { useReload } from './reload/use-reload.ts';

/** Events of one act arrive together: the page is read once for all of them. */
const GATHER_MS = 60;

/** Reads the page again when another tab or device, or the worker, changed what it shows. */
export function useLivePage(): void {
  const reload = useReload();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useUserEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'balance' || event.type === 'progress') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(reload, GATHER_MS);
      },
      [reload],
    ),
  );
}
