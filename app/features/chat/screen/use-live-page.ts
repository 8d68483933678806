import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { LiveEvent } from '#app/ui/live/live.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

/** Events of one act arrive together: the page is read once for all of them. */
const GATHER_MS = 60;

/** Reads the page again when another tab or device, or the worker, changed what it shows. */
export function useLivePage(): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useUserEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'balance') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(revalidate, GATHER_MS);
      },
      [revalidate],
    ),
  );
}
