import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BalancePage } from '#app/features/billing/BalancePage.tsx';
import { LiveBalance } from '#app/features/billing/LiveBalance.tsx';
import { loadBalance } from '#app/features/billing/balance-page.server.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadBalance;
export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'billing:title') }];

export default function Page() {
  const { balance } = useLoaderData<typeof loader>();
  return (
    <>
      <LiveBalance balanceMicro={balance.balanceMicro} />
      <BalancePage balance={balance} />
    </>
  );
}
