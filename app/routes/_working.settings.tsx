import type { MetaFunction } from '@remix-run/node';
import { ClearAllSetting } from '#app/features/chat/side-bar/ClearAllSetting.tsx';
import { ProviderKeysSetting } from '#app/features/provider-keys/ProviderKeysSetting.tsx';
import { SettingsPage } from '#app/features/settings/SettingsPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'settings:title') }];

export default function Page() {
  return (
    <SettingsPage data={<ProviderKeysSetting />}>
      <ClearAllSetting current={null} />
    </SettingsPage>
  );
}
