import { Outlet, useLoaderData } from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { FrameProviders } from '#app/features/billing/FrameProviders.tsx';
import { loadPublicFrame } from '#app/features/site/frame/load-frame.server.ts';
import { PublicFrame } from '#app/features/site/frame/PublicFrame.tsx';

export const loader = loadPublicFrame;

/** The layout of the public pages. */
export default function PublicLayout() {
  const frame = useLoaderData<typeof loader>();
  const { account } = frame;
  return (
    <FrameProviders account={account}>
      <PublicFrame frame={frame} balance={<BalanceChip />}>
        <Outlet />
      </PublicFrame>
    </FrameProviders>
  );
}
