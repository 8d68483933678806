import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

const Balance = createContext<string | null>(null);

const LowBelow = createContext<string | null>(null);

interface BalanceProviderProps {
  /** The balance that the page came with, in micro-dollars as text; null when there is no balance to show. */
  balanceMicro: string | null;
  /** The balance below which it counts as low; null when the user has set none. */
  lowBelowMicro: string | null;
  children: ReactNode;
}

/** Follows the balance once for all parts of a page that show it. */
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

/** Returns the current balance; null when there is none to show. */
export function useShownBalance(): bigint | null {
  const micro = useContext(Balance);
  return micro === null ? null : BigInt(micro);
}

/** Returns whether the balance is below the user's own threshold. */
export function useIsBalanceLow(): boolean {
  const micro = useShownBalance();
  const below = useContext(LowBelow);
  return micro !== null && below !== null && micro < BigInt(below);
}

/**
 * Returns the current balance, in micro-dollars as text: the page's value, until an event reports another
 * one, events may have been missed (scripts that came late), or the reader returns to the window.
 * @param loaded the page's value; a reloaded page takes precedence over earlier events
 */
function useBalance(loaded: string): string {
  const [received, setReceived] = useState({ since: loaded, micro: loaded });
  const load = useCallback(async () => {
    try {
      const answer = await fetchWithRefresh('/api/balance');
      if (answer.ok) setReceived({ since: loaded, micro: String(await answer.json()) });
    } catch {
      // Offline: the last known value stays.
    }
  }, [loaded]);
  useUserEvents((event) => {
    if (event.type === 'balance') setReceived({ since: loaded, micro: event.balanceMicro });
    if (event.type === 'resync') void load();
  });
  useEffect(() => {
    const onFocus = () => void load();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [load]);
  return received.since === loaded ? received.micro : loaded;
}
