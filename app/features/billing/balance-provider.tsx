import { createContext, useContext, type ReactNode } from 'react';
import { useBalance } from './use-balance.ts';

const Balance = createContext<string | null>(null);

interface BalanceProviderProps {
  /** What the page brought, in micro-dollars as text; null where there is no balance to show. */
  balanceMicro: string | null;
  children: ReactNode;
}

/** Follows the balance once for all places of a page that show it. */
export function BalanceProvider({ balanceMicro, children }: BalanceProviderProps) {
  if (balanceMicro === null) return children;
  return <Following loaded={balanceMicro}>{children}</Following>;
}

function Following({ loaded, children }: { loaded: string; children: ReactNode }) {
  return <Balance.Provider value={useBalance(loaded)}>{children}</Balance.Provider>;
}

/** The balance as it is now; null where there is none to show. */
export function useShownBalance(): bigint | null {
  const micro = useContext(Balance);
  return micro === null ? null : BigInt(micro);
}
