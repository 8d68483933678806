import { Outlet, useLoaderData } from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { BalanceProvider } from '#app/features/billing/balance-provider.tsx';
import { loadPublicFrame } from '#app/features/site/frame/load-frame.server.ts';
import { PublicFrame } from '#app/features/site/frame/PublicFrame.tsx';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';

export const loader = loadPublicFrame;

/** The frame of the pages that everybody may read. */
export default function PublicLayout() {
  const frame = useLoaderData<typeof loader>();
  const { account } = frame;
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
        <PublicFrame frame={frame} balance={<BalanceChip />}>
          <Outlet />
        </PublicFrame>
      </BalanceProvider>
    </LiveProvider>
  );
}
