import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { loadChunk } from '../fetch/load-chunk.ts';
import type { Live } from './live.ts';

const LiveContext = createContext<Live | null>(null);

interface LiveProviderProps {
  /** Whose events; none are asked for when nobody is signed in. */
  userId: string | null;
  /** The number of their newest event when the page was read. */
  newestEvent: number;
  /**
   * Asked when the server refuses the stream: refreshes the session once; false when nobody is signed in.
   * Must be the same function in every render.
   */
  signedIn: () => Promise<boolean>;
  children: ReactNode;
}

/** Brings `useReply` and `useUserEvents` to life below it. Its machinery loads after the page has. */
export function LiveProvider({ userId, newestEvent, signedIn, children }: LiveProviderProps) {
  const [live, setLive] = useState<Live | null>(null);
  const newest = useRef(newestEvent);
  useEffect(() => {
    newest.current = newestEvent;
  });
  useEffect(() => {
    if (userId === null) return;
    let left = false;
    let started: Live | undefined;
    const start = async () => {
      const loaded = await loadChunk(() => import('./live.ts'));
      if (!loaded || left) return;
      const running = loaded.startLive({ userId, newestEvent: newest.current, signedIn });
      started = running;
      setLive(running);
    };
    void start();
    return () => {
      left = true;
      started?.stop();
      setLive(null);
    };
  }, [userId, signedIn]);
  // The effects of what is below come first: it has joined by now.
  useEffect(() => live?.open(), [live]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

/** The browser's stream; null on the server, before it has loaded, and where there is none. */
export function useLive(): Live | null {
  return useContext(LiveContext);
}
