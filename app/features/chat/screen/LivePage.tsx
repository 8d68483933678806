import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useReload } from '#app/features/chat/use-reload.ts';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import type { LiveEvent } from '#app/ui/live/live.ts';
import { signedIn } from '#app/ui/live/signed-in.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

interface LivePageProps {
  userId: string;
  /** Number of the user's newest event when the page was loaded. */
  newestEvent: number;
  children: ReactNode;
}

/** Events of one action arrive together: the page reloads once for all of them. */
const GATHER_MS = 60;

/** Connects a page to the browser's event stream and reloads it when something changed elsewhere. */
export function LivePage({ children, ...account }: LivePageProps) {
  return (
    <LiveProvider {...account} signedIn={signedIn}>
      <Listener />
      {children}
    </LiveProvider>
  );
}

function Listener() {
  useLivePage();
  return null;
}

/** Reloads the page when another tab, another device or the worker changed its data. */
function useLivePage(): void {
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
