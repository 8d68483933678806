import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { OperatorPages } from '#app/features/admin/frame/OperatorPages.tsx';
import { OperatorTabs } from '#app/features/admin/frame/OperatorTabs.tsx';
import { loadOperatorTexts } from '#app/features/admin/operator.server.ts';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { BalanceProvider } from '#app/features/billing/balance-provider.tsx';
import { loadWorkingFrame } from '#app/features/site/frame/load-frame.server.ts';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';

/** To who is no administrator these pages are not there. */
export async function loader(args: LoaderFunctionArgs) {
  const texts = await loadOperatorTexts(args);
  return { account: await loadWorkingFrame(args), texts };
}

/** The frame of the operator's pages. */
export default function OperatorLayout() {
  const { account } = useLoaderData<typeof loader>();
  return (
    <LiveProvider userId={account.userId} newestEvent={account.newestEvent} signedIn={signedIn}>
      <BalanceProvider balanceMicro={account.balanceMicro} lowBelowMicro={account.lowBelowMicro}>
        <WorkingFrame
          account={account}
          balance={<BalanceChip />}
          footBalance={<BalanceChip isWide />}
          slot={<OperatorPages />}
          header={<OperatorTabs />}
          scrolls="page"
        >
          <Outlet />
        </WorkingFrame>
      </BalanceProvider>
    </LiveProvider>
  );
}
