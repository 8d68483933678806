import type { MetaFunction } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { runIntent } from '#app/features/chat/send/actions/run-intent.server.ts';
import { loadConversation } from '#app/features/chat/screen/load-conversation.server.ts';
import { ConversationScreen } from '#app/features/chat/screen/ConversationScreen.tsx';
import { MissingConversation } from '#app/features/chat/screen/MissingConversation.tsx';
import { needsReload } from '#app/features/chat/screen/needs-reload.ts';
import { reachOrKeep } from '#app/features/chat/screen/reach-or-keep.ts';
import { describeError } from '#app/ui/errors/error-kind.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadConversation;
export const action = runIntent;

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  reachOrKeep(request, () => serverAction<typeof action>());

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => needsReload(args);

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) => {
  const other = describeError(error).status === 404 ? null : error;
  if (!data) return [{ title: pageTitle(matches, 'chat:missing.title', other) }];
  return [{ title: data.conversationId ? data.title : data.appTitle || 'Chat' }];
};

const SetKey = lazyPart(
  'set-key',
  async () => (await import('#app/features/provider-keys/SetKeyButton.tsx')).SetKeyButton,
);

export default function Conversation() {
  const data = useLoaderData<typeof loader>();
  const { missingKey, conversationId, model } = data;
  const returnTo = `/chat/${conversationId ?? NEW_CONVERSATION}?model=${encodeURIComponent(model?.id ?? '')}`;
  const missingKeyButton = missingKey && <SetKey {...missingKey} returnTo={returnTo} />;
  return (
    <ConversationScreen
      data={data}
      formAnswer={useActionData<typeof action>()}
      missingKeyButton={missingKeyButton}
    />
  );
}

export { MissingConversation as ErrorBoundary };
