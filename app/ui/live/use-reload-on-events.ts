import { useMatches, useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { LiveEvent } from './live.ts';
import { useReload } from './use-reload.ts';
import { useUserEvents } from './use-user-events.ts';

/** The `handle` of a route whose page shows what events change. */
export interface FollowingHandle {
  followsEvents: true;
}

/** Events of one action arrive together: the page reloads once for all of them. */
const GATHER_MS = 60;

/**
 * Reloads a page that follows events (its route's `handle` tells) when another tab, another device or the
 * worker changed its data. Any page is reloaded after an event that arrived during the navigation to it: its
 * data may be older than the event.
 */
export function useReloadOnEvents(): void {
  const reload = useReload();
  const follows = useMatches().some(({ handle }) => (handle as FollowingHandle | undefined)?.followsEvents);
  const { state } = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const isConcerned = follows || state === 'loading';
  useUserEvents(
    useCallback(
      (event: LiveEvent) => {
        if (!isConcerned || event.type === 'balance' || event.type === 'progress') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(reload, GATHER_MS);
      },
      [reload, isConcerned],
    ),
  );
}
