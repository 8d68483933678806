import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { loadChunk } from '../fetch/load-chunk.ts';
import type { Live } from './live.ts';

const LiveContext = createContext<Live | null>(null);

interface LiveProviderProps {
  /** The user whose events are received; null if signed out: then there is no stream. */
  userId: string | null;
  /** The number of the user's newest event when the page was loaded. */
  newestEvent: number;
  /**
   * Called when the server refuses the stream: refreshes the session once; false if the user is signed out.
   * Must be the same function in every render.
   */
  signedIn: () => Promise<boolean>;
  children: ReactNode;
}

/** Provides the stream for `useReply` and `useUserEvents` below it. Its script loads after the page. */
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
  // Effects of child components run first, so they have registered by now.
  useEffect(() => live?.open(), [live]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

/** The browser's stream; null on the server, before it has loaded, and if there is none. */
export function useLive(): Live | null {
  return useContext(LiveContext);
}
