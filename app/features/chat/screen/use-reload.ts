import { useFetchers, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Reads the page again, but not while a form of it is on its way: the router drops the redirect of a form when
 * anything else was loaded in between, and a first message would stay on the page of a new conversation. What
 * was asked for meanwhile is done when the form has come through.
 * @returns a function that stays the same as long as the router's own does
 */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined);
  const sending = useRef(isSending);
  const wanted = useRef(false);
  useEffect(() => {
    sending.current = isSending;
    if (isSending || !wanted.current) return;
    wanted.current = false;
    revalidate();
  }, [isSending, revalidate]);
  return useCallback(() => {
    if (sending.current) wanted.current = true;
    else revalidate();
  }, [revalidate]);
}
