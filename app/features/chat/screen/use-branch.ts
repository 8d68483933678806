import { useFetcher } from '@remix-run/react';
import { useCallback, useMemo, useState } from 'react';
import { ROOT_ID } from '#app/contracts/chat.ts';
import type { ViewMessage } from '../messages/view-message.ts';
import type { ConversationData } from './conversation-data.ts';
import { knownBranch } from './known-branch.ts';

interface Known {
  page: ViewMessage[];
  piece: ViewMessage[] | undefined;
  loaded: ReadonlyMap<string, ViewMessage>;
}

/** The messages on show, and a way to load those above them. */
export function useBranch({ conversationId, messages }: ConversationData) {
  const fetcher = useFetcher<ConversationData>({ key: `earlier-${conversationId ?? ''}` });
  const piece = fetcher.data?.messages;
  const [known, setKnown] = useState<Known>({ page: [], piece: undefined, loaded: new Map() });
  // What was on the page stays known when the page moves on to newer messages.
  if (known.page !== messages || known.piece !== piece) {
    const loaded = new Map(known.loaded);
    for (const message of [...(piece ?? []), ...messages]) loaded.set(message.messageId, message);
    setKnown({ page: messages, piece, loaded });
  }
  const { loaded } = known;
  const shown = useMemo(() => knownBranch(messages, loaded), [messages, loaded]);
  const first = shown[0];
  const hasEarlier = first !== undefined && first.parentMessageId !== ROOT_ID;
  const firstId = first?.messageId;
  const { load, state } = fetcher;
  const isLoading = state !== 'idle';
  const loadEarlier = useCallback(() => {
    if (firstId && !isLoading) load(`/chat/${conversationId ?? ''}?before=${firstId}`);
  }, [conversationId, firstId, isLoading, load]);
  return { shown, hasEarlier, isLoading, loadEarlier };
}
