import { Outlet } from '@remix-run/react';
import { SettingsFrame } from '#app/features/settings/SettingsFrame.tsx';
import { requireUser } from '#app/features/site/frame/load-frame.server.ts';

export const loader = requireUser;

/** The layout of the settings. */
export default function SettingsLayout() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  );
}
