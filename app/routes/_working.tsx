import { Outlet, useLoaderData } from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { BalanceProvider } from '#app/features/billing/balance-provider.tsx';
import { AccountPages } from '#app/features/site/frame/AccountPages.tsx';
import { loadWorkingFrame } from '#app/features/site/frame/load-frame.server.ts';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';
import { AccountTabs } from '#app/ui/layout/AccountTabs.tsx';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';

export const loader = loadWorkingFrame;

/** The frame of the pages of one's account. */
export default function WorkingLayout() {
  const account = useLoaderData<typeof loader>();
  return (
    <LiveProvider userId={account.userId} newestEvent={account.newestEvent} signedIn={signedIn}>
      <BalanceProvider balanceMicro={account.balanceMicro} lowBelowMicro={account.lowBelowMicro}>
        <WorkingFrame
          account={account}
          balance={<BalanceChip />}
          footBalance={<BalanceChip isWide />}
          slot={<AccountPages />}
          header={<AccountTabs />}
          scrolls="page"
        >
          <Outlet />
        </WorkingFrame>
      </BalanceProvider>
    </LiveProvider>
  );
}
