import { useEffect, useRef } from 'react';
import { useLive } from './live-provider.tsx';
import type { LiveEvent } from './live.ts';

/**
 * Calls `handler` with what happens to the account in any tab or on any device: replies that begin and end,
 * titles, the balance, changed conversations. `resync` says that some may have been missed: read again.
 */
export function useUserEvents(handler: (event: LiveEvent) => void): void {
  const live = useLive();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => live?.handle((event) => latest.current(event)), [live]);
}
