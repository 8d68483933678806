import { useCallback, useEffect, useState } from 'react';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

/**
 * The balance as it is now, in micro-dollars as text: what the page brought, until an event tells of another one, some
 * event may have been missed (scripts that came late), or the reader comes back to the window.
 * @param loaded what the page brought; a page that was read again counts for more than what was heard before
 */
export function useBalance(loaded: string): string {
  const [heard, setHeard] = useState({ since: loaded, micro: loaded });
  const ask = useCallback(async () => {
    try {
      const answer = await fetchWithRefresh('/api/balance');
      if (answer.ok) setHeard({ since: loaded, micro: String(await answer.json()) });
    } catch {
      // Offline: what was known last stays.
    }
  }, [loaded]);
  useUserEvents((event) => {
    if (event.type === 'balance') setHeard({ since: loaded, micro: event.balanceMicro });
    if (event.type === 'resync') void ask();
  });
  useEffect(() => {
    const onFocus = () => void ask();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [ask]);
  return heard.since === loaded ? heard.micro : loaded;
}
