import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { isServerThere } from '#app/ui/fetch/is-server-there.ts';
import { reloadWhenIdle } from './reload-when-idle.ts';

/**
 * Reads the page again as soon as nothing else is being read (`reload-when-idle.ts`). While the server is away
 * nothing is read: the page would give way to an error, with all that was typed in it.
 * @returns a function that stays the same
 */
export function useReload(): () => void {
  const router = useContext(DataRouterContext)?.router;
  const reading = useRef<ReturnType<typeof reloadWhenIdle>>();
  useEffect(() => {
    if (!router) return;
    const reloading = reloadWhenIdle(router);
    reading.current = reloading;
    return reloading.stop;
  }, [router]);
  return useCallback(() => {
    void isServerThere().then((isThere) => isThere && reading.current?.reload());
  }, []);
}
