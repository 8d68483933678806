import { createContext, useContext, type ReactNode } from 'react';
import { useBalance } from './use-balance.ts';

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
