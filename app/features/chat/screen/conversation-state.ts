import { useFetcher, useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ROOT_ID } from '#app/contracts/chat.ts';
import type { ConversationFacts } from '#app/features/chat/conversation-context.ts';
import { actionPath } from '#app/features/chat/send/ChatForm.tsx';
import type { ActionAnswer } from '#app/features/chat/send/actions/action-answer.ts';
import { useAnswer } from '#app/features/chat/send/use-answer.ts';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';
import type { ConversationData } from './conversation-data.ts';

interface Known {
  page: ViewMessage[];
  piece: ViewMessage[] | undefined;
  loaded: ReadonlyMap<string, ViewMessage>;
}

/** How long nothing that costs money can be pressed after Send and Stop have changed places. */
const REST_MS = 800;

interface Stop {
  stop: () => void;
  /** It was asked for, and the reply has not ended yet: a provider that was sent it is waited for. */
  isStopping: boolean;
}

interface Sending {
  conversationId: string | null;
  /** A message is on its way to the server. */
  isSending: boolean;
  isSubmitting: boolean;
  isRefused: boolean;
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

/**
 * The branch on show as far as it is known, oldest first: the page's messages and, above them, those that
 * were loaded before. A message is shown only when its child is, so a piece of another branch falls away.
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
 * True for a moment after a reply has begun or ended. Send and Stop are one button: the second half of an impatient
 * press must neither start what was just stopped nor stop what was just sent.
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
 * Stops the reply. A press while its message is still on its way is kept until the server has both: before that there
 * is nothing that could be stopped.
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
  // A stop that did not come through can be asked for again.
  const hasFailed = fetcher.state === 'idle' && fetcher.data?.ok === false;
  return { stop, isStopping: isStopping && !hasFailed };
}

/** What the messages know of their conversation. Which one is edited, or answered again, stands in the address. */
export function useFacts(
  data: ConversationData,
  shown: readonly ViewMessage[],
  state: Pick<ConversationFacts, 'isSubmitting' | 'isResting' | 'isStopping' | 'stop'>,
): ConversationFacts {
  const { conversationId, sendId, models } = data;
  const { isSubmitting, isResting, isStopping, stop } = state;
  const model = data.model?.id ?? '';
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const editingId = params.get('edit');
  const againId = params.get('again');
  const closeForm = useCallback(
    () => navigate(actionPath(conversationId), { replace: true, preventScrollReset: true }),
    [navigate, conversationId],
  );
  // A message that another version has taken the place of takes its form with it.
  const openId = editingId ?? againId;
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
      editingId,
      againId,
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
      editingId,
      againId,
      closeForm,
      stop,
    ],
  );
}
