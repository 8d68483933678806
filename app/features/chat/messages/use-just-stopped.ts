import { useCallback, useEffect, useRef, useState } from 'react';

const WINDOW_MS = 200;

/** True for 200 ms after a reply has ended by a stop: the way to go on shows at once, before its end is stored. */
export function useJustStopped(isSubmitting: boolean) {
  const [justStopped, setJustStopped] = useState(false);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isSubmitting || !isAsked.current) return;
    isAsked.current = false;
    setJustStopped(true);
    const timer = setTimeout(() => setJustStopped(false), WINDOW_MS);
    return () => clearTimeout(timer);
  }, [isSubmitting]);
  const noteStop = useCallback(() => {
    isAsked.current = true;
  }, []);
  return { justStopped, noteStop };
}
