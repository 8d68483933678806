import { useFetcher, useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { OPEN_FORMS, type ConversationFacts } from '#app/features/chat/conversation/conversation-context.ts';
import { actionPath } from '#app/features/chat/conversation/ChatForm.tsx';
import type { ActionAnswer } from '#app/features/chat/conversation/action-answer.ts';
import { useAnswer } from '#app/features/chat/conversation/use-answer.ts';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';
import type { ConversationData } from './conversation-data.ts';

interface LoadedMessages {
  page: ViewMessage[];
  piece: ViewMessage[] | undefined;
  loaded: ReadonlyMap<string, ViewMessage>;
}

/** How long paid controls ignore presses after Send and Stop have changed places. */
const REST_MS = 800;

interface Stop {
  stop: () => void;
  /**
   * A stop was requested, and the reply has not ended yet: a provider that received the stop must finish
   * first.
   */
  isStopping: boolean;
}

interface Sending {
  conversationId: string | null;
  /** A message is on its way to the server. */
  isSending: boolean;
  isSubmitting: boolean;
  isRefused: boolean;
}

/** Returns the visible messages, and a way to load those above them. */
export function useBranch({ conversationId, messages }: ConversationData) {
  const fetcher = useFetcher<ConversationData>({ key: `earlier-${conversationId ?? ''}` });
  const piece = fetcher.data?.messages;
  const [known, setKnown] = useState<LoadedMessages>({ page: [], piece: undefined, loaded: new Map() });
  // Messages of the page stay known when the page moves on to newer ones.
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

/**
 * Returns the visible branch as far as it is known, oldest first: the messages loaded earlier, then the
 * page's messages. A message is included only when its child is, so a piece of another branch is dropped.
 */
export function knownBranch(
  page: readonly ViewMessage[],
  loaded: ReadonlyMap<string, ViewMessage>,
): ViewMessage[] {
  const above: ViewMessage[] = [];
  let parent = page[0] && loaded.get(page[0].parentMessageId);
  while (parent) {
    above.push(parent);
    parent = loaded.get(parent.parentMessageId);
  }
  return [...above.toReversed(), ...page];
}

/**
 * True for a moment after a reply has begun or ended. Send and Stop are one button: the second half of an
 * impatient double click must neither restart a reply that was just stopped nor stop a message that was just
 * sent.
 */
export function useRest(isSubmitting: boolean): boolean {
  const [known, setKnown] = useState({ isSubmitting, isResting: false });
  if (known.isSubmitting !== isSubmitting) setKnown({ isSubmitting, isResting: true });
  const { isResting } = known;
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setKnown({ isSubmitting, isResting: false }), REST_MS);
    return () => clearTimeout(timer);
  }, [isSubmitting, isResting]);
  return isResting;
}

/**
 * Stops the reply. A press while its message is still on its way is held until the server has the message:
 * before that there is nothing to stop.
 */
export function useStop({ conversationId, isSending, isSubmitting, isRefused }: Sending): Stop {
  const fetcher = useFetcher<ActionAnswer>();
  useAnswer(fetcher);
  const isWanted = useRef(false);
  const [isStopping, setStopping] = useState(false);
  if (isStopping && !isSubmitting) setStopping(false);
  const { submit } = fetcher;
  const isThere = conversationId !== null && !isSending;
  const carryOut = useCallback(() => {
    if (!isWanted.current || !isThere) return;
    isWanted.current = false;
    if (!isSubmitting) return;
    submit({ intent: 'stop', enhanced: '1' }, { method: 'post', action: actionPath(conversationId) });
  }, [isThere, isSubmitting, conversationId, submit]);
  useEffect(() => {
    if (isRefused) isWanted.current = false;
    carryOut();
  }, [isRefused, carryOut]);
  const stop = useCallback(() => {
    isWanted.current = true;
    setStopping(true);
    carryOut();
  }, [carryOut]);
  // A stop that failed can be requested again.
  const hasFailed = fetcher.state === 'idle' && fetcher.data?.ok === false;
  return { stop, isStopping: isStopping && !hasFailed };
}

/**
 * Collects the facts of a conversation for its messages. The address names the message at which a form
 * is open.
 */
export function useFacts(
  data: ConversationData,
  shown: readonly ViewMessage[],
  state: Pick<ConversationFacts, 'isSubmitting' | 'isResting' | 'isStopping' | 'stop'>,
): ConversationFacts {
  const { conversationId, sendId, models } = data;
  const { isSubmitting, isResting, isStopping, stop } = state;
  // A vanished model calls no other in its place: the server answers that it is not available.
  const model = (data.gone === null && data.model?.id) || '';
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const openForm = OPEN_FORMS.find((name) => params.has(name));
  const openId = openForm ? params.get(openForm) : null;
  const closeForm = useCallback(
    () => navigate(actionPath(conversationId), { replace: true, preventScrollReset: true }),
    [navigate, conversationId],
  );
  // The form of a message closes when another version replaces the message.
  const isStale = openId !== null && !shown.some(({ messageId }) => messageId === openId);
  useEffect(() => {
    if (isStale) closeForm();
  }, [isStale, closeForm]);
  return useMemo(
    () => ({
      conversationId,
      model,
      models,
      sendId,
      isSubmitting,
      isResting,
      isStopping,
      openForm,
      openId,
      closeForm,
      stop,
    }),
    [
      conversationId,
      model,
      models,
      sendId,
      isSubmitting,
      isResting,
      isStopping,
      openForm,
      openId,
      closeForm,
      stop,
    ],
  );
}
