import { useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

/** Answers that end together are read together. */
const TOGETHER_MS = 150;

/**
 * Reads the page again when something of its conversation has happened in any tab or on any device.
 * @returns asks for that; the same function in every render
 */
export function useReading(playgroundId: string | null): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isBusy = state !== 'idle' || navigation.state !== 'idle';
  const latest = useRef({ revalidate, isBusy });
  useEffect(() => {
    latest.current = { revalidate, isBusy };
  });
  const read = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (latest.current.isBusy) read();
      else latest.current.revalidate();
    }, TOGETHER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useUserEvents((event) => {
    if (event.type === 'resync') read();
    if (event.type === 'playground' && event.playgroundId === playgroundId && event.change !== 'begun')
      read();
  });
  return read;
}
