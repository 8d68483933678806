import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { OperatorPages } from '#app/features/admin/frame/OperatorPages.tsx';
import { OperatorTabs } from '#app/features/admin/frame/OperatorTabs.tsx';
import { loadOperatorTexts } from '#app/features/admin/operator.server.ts';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { FrameProviders } from '#app/features/billing/FrameProviders.tsx';
import { loadWorkingFrame } from '#app/features/site/frame/load-frame.server.ts';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';

/** For users who are not administrators the loader answers 404. */
export async function loader(args: LoaderFunctionArgs) {
  const texts = await loadOperatorTexts(args);
  return { account: await loadWorkingFrame(args), texts };
}

/** The layout of the operator's pages. */
export default function OperatorLayout() {
  const { account } = useLoaderData<typeof loader>();
  return (
    <FrameProviders account={account}>
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
    </FrameProviders>
  );
}
