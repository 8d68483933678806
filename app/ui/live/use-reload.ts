import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { isServerThere } from '#app/ui/fetch/load-chunk.ts';

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>['router'];

/** The part of the framework's router that a reload uses. */
type ReadingRouter = Pick<Router, 'state' | 'revalidate' | 'subscribe'>;

/**
 * Reloads the page as soon as nothing else is being loaded (`reloadWhenIdle`). Loads nothing while the server
 * is unreachable: an error page would replace the page and all text typed in it.
 * @returns a stable function
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

/**
 * Reloads the page, but not during a load or while one of its forms is being sent: the router drops the
 * redirect of a form when anything else is loaded in between, so a first message would stay on the page of a
 * new conversation. A reload requested meanwhile runs afterwards. A load that a navigation interrupted before
 * it brought any data is repeated, because a navigation that changes only the address loads nothing itself.
 * The state comes from the router itself: hooks return the state of the last render, which may be outdated.
 * @returns `reload`, and `stop`, after which nothing is loaded any more
 */
export function reloadWhenIdle(router: ReadingRouter): { reload: () => void; stop: () => void } {
  let isWanted = false;
  // State of the router when the current load began.
  let begun: Router['state'] | undefined;
  const readOrWait = () => {
    isWanted = isBusy(router.state);
    if (isWanted) return;
    begun = router.state;
    router.revalidate();
  };
  const stop = router.subscribe((state) => {
    if (begun && state.revalidation === 'idle') {
      isWanted ||= isBrokenOff(begun, state);
      begun = undefined;
    }
    // Runs after all listeners of the router have the state, not while they are being notified.
    if (isWanted) queueMicrotask(() => isWanted && readOrWait());
  });
  return { reload: readOrWait, stop };
}

/** Returns whether the page went on to another address while none of its routes has other data there. */
function isBrokenOff(begun: Router['state'], now: Router['state']): boolean {
  if (begun.location.key === now.location.key) return false;
  return Object.keys(now.loaderData).every(
    (routeId) => now.loaderData[routeId] === begun.loaderData[routeId],
  );
}

function isBusy({ navigation, revalidation, fetchers }: Router['state']): boolean {
  if (navigation.state !== 'idle' || revalidation !== 'idle') return true;
  return [...fetchers.values()].some(({ formMethod }) => formMethod !== undefined);
}
