import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

const Balance = createContext<string | null>(null);

const LowBelow = createContext<string | null>(null);

interface BalanceProviderProps {
  /** What the page brought, in micro-dollars as text; null where there is no balance to show. */
  balanceMicro: string | null;
  /** Below which it counts as low; null where nobody has said. */
  lowBelowMicro: string | null;
  children: ReactNode;
}

/** Follows the balance once for all places of a page that show it. */
export function BalanceProvider({ balanceMicro, lowBelowMicro, children }: BalanceProviderProps) {
  if (balanceMicro === null) return children;
  return (
    <LowBelow.Provider value={lowBelowMicro}>
      <Following loaded={balanceMicro}>{children}</Following>
    </LowBelow.Provider>
  );
}

function Following({ loaded, children }: { loaded: string; children: ReactNode }) {
  return <Balance.Provider value={useBalance(loaded)}>{children}</Balance.Provider>;
}

/** The balance as it is now; null where there is none to show. */
export function useShownBalance(): bigint | null {
  const micro = useContext(Balance);
  return micro === null ? null : BigInt(micro);
}

/** Whether the balance is below what the person has set for it. */
export function useIsBalanceLow(): boolean {
  const micro = useShownBalance();
  const below = useContext(LowBelow);
  return micro !== null && below !== null && micro < BigInt(below);
}

/**
 * The balance as it is now, in micro-dollars as text: what the page brought, until an event tells of another one, some
 * event may have been missed (scripts that came late), or the reader comes back to the window.
 * @param loaded what the page brought; a page that was read again counts for more than what was heard before
 */
function useBalance(loaded: string): string {
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
