import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { isServerThere } from '#app/ui/fetch/is-server-there.ts';

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>['router'];

/**
 * Reads the page again, but not while it is being read already or a form of it is on its way. The router would
 * break the reading off, which the framework writes into the console as an AbortError; and it drops the redirect
 * of a form when anything else was loaded in between, so that a first message would stay on the page of a new
 * conversation. What was asked for meanwhile is done afterwards.
 *
 * While the server is away nothing is read: the page would give way to an error, with all that was typed in it.
 *
 * The router itself is asked: the state that hooks give is that of the last render, which may lie behind.
 * @returns a function that stays the same
 */
export function useReload(): () => void {
  const router = useContext(DataRouterContext)?.router;
  const wanted = useRef(false);
  const readOrWait = useCallback(() => {
    if (!router) return;
    wanted.current = isBusy(router);
    if (!wanted.current) router.revalidate();
  }, [router]);
  useEffect(
    () =>
      router?.subscribe(() => {
        // Once all its listeners know of the state, and not in the middle of telling them.
        if (wanted.current) queueMicrotask(() => wanted.current && readOrWait());
      }),
    [router, readOrWait],
  );
  return useCallback(() => {
    void isServerThere().then((isThere) => isThere && readOrWait());
  }, [readOrWait]);
}

function isBusy({ state }: Router): boolean {
  const { navigation, revalidation, fetchers } = state;
  if (navigation.state !== 'idle' || revalidation !== 'idle') return true;
  return [...fetchers.values()].some(({ formMethod }) => formMethod !== undefined);
}
