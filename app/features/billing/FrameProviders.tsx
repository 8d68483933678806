import type { ReactNode } from 'react';
import { BalanceProvider } from './balance-provider.tsx';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';

/** What a frame has of who is signed in. Money is micro-dollars as text. */
interface FrameAccount {
  userId: string;
  newestEvent: number;
  balanceMicro: string | null;
  lowBelowMicro: string | null;
}

/** Follows the events and the balance of who is signed in, for all that stands in a frame; of visitors nothing. */
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
