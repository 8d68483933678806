import { Outlet, useLoaderData } from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { FrameProviders } from '#app/features/billing/FrameProviders.tsx';
import { AccountPages } from '#app/features/site/frame/AccountPages.tsx';
import { loadWorkingFrame } from '#app/features/site/frame/load-frame.server.ts';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';
import { AccountTabs } from '#app/ui/layout/AccountTabs.tsx';

export const loader = loadWorkingFrame;

/** The layout of the account pages. */
export default function WorkingLayout() {
  const account = useLoaderData<typeof loader>();
  return (
    <FrameProviders account={account}>
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
    </FrameProviders>
  );
}
