import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { BalanceProvider } from '#app/features/billing/balance-provider.tsx';
import { ChatHeader } from '#app/features/chat/screen/ChatHeader.tsx';
import { LivePage } from '#app/features/chat/screen/LivePage.tsx';
import { OpeningConversation, useOpening } from '#app/features/chat/screen/OpeningConversation.tsx';
import type { ConversationData } from '#app/features/chat/screen/conversation-data.ts';
import { needsReload } from '#app/features/chat/screen/needs-reload.ts';
import { ClearAllSetting } from '#app/features/chat/side-bar/ClearAllSetting.tsx';
import { ConversationList } from '#app/features/chat/side-bar/ConversationList.tsx';
import { loadSideBar } from '#app/features/chat/side-bar/load-side-bar.server.ts';
import { SettingsLink } from '#app/features/settings/SettingsLink.tsx';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';
import { loadWorkingFrame } from '#app/features/site/frame/load-frame.server.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import styles from '../features/chat/chat.css?url';

const SettingsDialog = lazyPart(
  'settings-dialog',
  async () => (await import('#app/features/settings/SettingsDialog.tsx')).SettingsDialog,
);
const ProviderKeysSetting = lazyPart(
  'provider-keys-setting',
  async () => (await import('#app/features/provider-keys/ProviderKeysSetting.tsx')).ProviderKeysSetting,
);

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => needsReload(args);

/**
 * The frame is loaded first, with the number of the newest event: an event during the load of the list then
 * has a higher number.
 */
export async function loader(args: LoaderFunctionArgs) {
  const account = await loadWorkingFrame(args);
  return { account, list: await loadSideBar(args) };
}

/** The layout of the chat: side bar, header with the model, and the conversation that the address names. */
export default function ChatLayout() {
  const { account, list } = useLoaderData<typeof loader>();
  const shown = useRouteLoaderData<ConversationData>('routes/chat.$conversationId');
  const current = shown?.conversationId ?? null;
  const isOpening = useOpening();
  return (
    <LivePage userId={account.userId} newestEvent={account.newestEvent}>
      <BalanceProvider balanceMicro={account.balanceMicro} lowBelowMicro={account.lowBelowMicro}>
        <WorkingFrame
          account={account}
          balance={<BalanceChip />}
          footBalance={<BalanceChip isWide />}
          settings={<SettingsLink />}
          slot={<ConversationList {...list} current={current} />}
          header={shown && <ChatHeader models={shown.models} model={shown.model} />}
          isBusy={isOpening}
        >
          <Outlet />
          {isOpening && <OpeningConversation />}
        </WorkingFrame>
      </BalanceProvider>
      <SettingsDialog>
        <ClearAllSetting current={current} />
        <ProviderKeysSetting />
      </SettingsDialog>
    </LivePage>
  );
}
