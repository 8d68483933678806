import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { isServerThere } from '#app/ui/fetch/load-chunk.ts';

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>['router'];

/** The part of the framework's router that a reload deals with. */
type ReadingRouter = Pick<Router, 'state' | 'revalidate' | 'subscribe'>;

/**
 * Reads the page again as soon as nothing else is being read (`reloadWhenIdle`). While the server is away
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

/**
 * Reads the page again, but not while it is being read already or a form of it is on its way: the router drops the
 * redirect of a form when anything else was loaded in between, so that a first message would stay on the page of a
 * new conversation. What was asked for meanwhile is done afterwards. A reading that a navigation broke off before
 * it brought anything is done again, for a navigation that changes only the address reads nothing by itself.
 *
 * The router itself is asked: the state that hooks give is that of the last render, which may lie behind.
 * @returns `reload`, and `stop`, after which nothing is read any more
 */
export function reloadWhenIdle(router: ReadingRouter): { reload: () => void; stop: () => void } {
  let isWanted = false;
  // Where the reading under way began.
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
    // Once all its listeners know of the state, and not in the middle of telling them.
    if (isWanted) queueMicrotask(() => isWanted && readOrWait());
  });
  return { reload: readOrWait, stop };
}

/** The page went on to another address, and not one of its routes has other data there. */
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
