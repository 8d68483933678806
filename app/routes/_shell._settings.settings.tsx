import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ClearAllSetting } from '#app/features/chat/side-bar/ClearAllSetting.tsx';
import { loadChatCount } from '#app/features/chat/side-bar/load-side-bar.server.ts';
import { SettingsPage } from '#app/features/settings/SettingsPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadChatCount;
export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'settings:title') }];

export default function Page() {
  return (
    <SettingsPage>
      <ClearAllSetting chats={useLoaderData<typeof loader>().chats} />
    </SettingsPage>
  );
}
