import { useEffect, useRef } from 'react';
import { useLive } from './live-provider.tsx';
import type { LiveEvent } from './live.ts';

/**
 * Calls `handler` with the account's events from any tab or device: replies that begin and end, titles, the
 * balance, changed conversations. `resync` means that some may have been missed: reload the state.
 */
export function useUserEvents(handler: (event: LiveEvent) => void): void {
  const live = useLive();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => live?.handle((event) => latest.current(event)), [live]);
}
