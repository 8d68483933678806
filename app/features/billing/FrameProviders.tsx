import type { ReactNode } from 'react';
import { BalanceProvider } from './balance-provider.tsx';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';

/** Data of the signed-in user for a frame. Money is in micro-dollars, as text. */
interface FrameAccount {
  userId: string;
  newestEvent: number;
  balanceMicro: string | null;
  lowBelowMicro: string | null;
}

/**
 * Follows the events and the balance of the signed-in user for everything in a frame; follows nothing for
 * visitors.
 */
export function FrameProviders({ account, children }: { account: FrameAccount | null; children: ReactNode }) {
  return (
    <LiveProvider
      userId={account?.userId ?? null}
      newestEvent={account?.newestEvent ?? 0}
      signedIn={signedIn}
    >
      <BalanceProvider
        balanceMicro={account?.balanceMicro ?? null}
        lowBelowMicro={account?.lowBelowMicro ?? null}
      >
        {children}
      </BalanceProvider>
    </LiveProvider>
  );
}
