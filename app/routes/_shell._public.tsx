import { Outlet } from '@remix-run/react';
import { useFrame } from '#app/features/site/frame/frame-data.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

/** The layout of the public pages. */
export default function PublicLayout() {
  const { account } = useFrame();
  if (!account) return <Outlet />;
  return (
    <Screen>
      <Outlet />
    </Screen>
  );
}
