import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { OperatorTabs } from '#app/features/admin/frame/OperatorTabs.tsx';
import { loadOperatorTexts } from '#app/features/admin/operator.server.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

/** For users who are not administrators the loader answers 404. */
export const loader = async (args: LoaderFunctionArgs) => ({ texts: await loadOperatorTexts(args) });

/** The layout of the operator's pages. */
export default function OperatorLayout() {
  return (
    <Screen header={<OperatorTabs />}>
      <Outlet />
    </Screen>
  );
}
