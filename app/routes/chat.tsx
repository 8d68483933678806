import type { LinksFunction } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { ChatHeader } from '#app/features/chat/header/ChatHeader.tsx';
import { loadSideBar } from '#app/features/chat/load-side-bar.server.ts';
import type { ConversationData } from '#app/features/chat/screen/conversation-data.ts';
import { LivePage } from '#app/features/chat/screen/LivePage.tsx';
import { needsReload } from '#app/features/chat/screen/reload/needs-reload.ts';
import { OpeningConversation } from '#app/features/chat/screen/OpeningConversation.tsx';
import { useOpening } from '#app/features/chat/screen/use-opening.ts';
import { ClearAllSetting } from '#app/features/chat/side-bar/ClearAllSetting.tsx';
import { SideBar } from '#app/features/chat/side-bar/SideBar.tsx';
import { SettingsDialog } from '#app/features/settings/SettingsDialog.tsx';
import { SettingsLink } from '#app/features/settings/SettingsLink.tsx';
import { AccountMenu } from '#app/ui/layout/AccountMenu.tsx';
import { AppShell } from '#app/ui/layout/AppShell.tsx';
import styles from '../features/chat/chat.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const loader = loadSideBar;
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => needsReload(args);

/** The frame of the chat: side bar, header with the model, and the conversation that the address names. */
export default function ChatLayout() {
  const { userId, newestEvent, balanceMicro, ...list } = useLoaderData<typeof loader>();
  const shown = useRouteLoaderData<ConversationData>('routes/chat.$conversationId');
  const current = shown?.conversationId ?? null;
  const isOpening = useOpening();
  return (
    <LivePage userId={userId} newestEvent={newestEvent}>
      <AppShell
        sideBar={
          <SideBar {...list} current={current}>
            <SettingsLink />
          </SideBar>
        }
        header={shown && <ChatHeader models={shown.models} model={shown.model} />}
        headerEnd={
          <>
            {balanceMicro !== null && <BalanceChip balanceMicro={balanceMicro} />}
            <AccountMenu />
          </>
        }
        isBusy={isOpening}
      >
        <Outlet />
        {isOpening && <OpeningConversation />}
      </AppShell>
      <SettingsDialog>
        <ClearAllSetting current={current} />
      </SettingsDialog>
    </LivePage>
  );
}
