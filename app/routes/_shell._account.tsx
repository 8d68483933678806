import { Outlet } from '@remix-run/react';
import { requireUser } from '#app/features/site/frame/load-frame.server.ts';
import { AccountTabs } from '#app/ui/layout/AccountTabs.tsx';
import { Screen } from '#app/ui/layout/AppShell.tsx';

export const loader = requireUser;

/** The layout of billing, keys and usage. */
export default function AccountLayout() {
  return (
    <Screen header={<AccountTabs />}>
      <Outlet />
    </Screen>
  );
}
