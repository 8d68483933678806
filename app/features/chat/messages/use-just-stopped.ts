import { useCallback, useEffect, useRef, useState } from 'react';

const WINDOW_MS = 200;

/** True for 200 ms after a stop: the way to go on shows at once, before the end of the reply has arrived. */
export function useJustStopped() {
  const [justStopped, setJustStopped] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const noteStop = useCallback(() => {
    setJustStopped(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setJustStopped(false), WINDOW_MS);
  }, []);
  return { justStopped, noteStop };
}
