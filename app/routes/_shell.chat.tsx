import type { LinksFunction } from '@remix-run/node';
import { Outlet, useRouteLoaderData } from '@remix-run/react';
import { ChatHeader } from '#app/features/chat/screen/ChatHeader.tsx';
import { OpeningConversation, useOpening } from '#app/features/chat/screen/OpeningConversation.tsx';
import type { ConversationData } from '#app/features/chat/screen/conversation-data.ts';
import { requireUser } from '#app/features/site/frame/load-frame.server.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import type { FollowingHandle } from '#app/ui/live/use-reload-on-events.ts';
import styles from '../features/chat/chat.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const handle: FollowingHandle = { followsEvents: true };
export const loader = requireUser;

/** The layout of the chat: a header with the model, and the conversation that the address names. */
export default function ChatLayout() {
  const shown = useRouteLoaderData<ConversationData>('routes/_shell.chat.$conversationId');
  const isOpening = useOpening();
  return (
    <Screen fills header={shown && <ChatHeader {...shown} />} isBusy={isOpening}>
      <Outlet />
      {isOpening && <OpeningConversation />}
    </Screen>
  );
}
