import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import type { ActionAnswer, ActionError } from '#app/features/chat/conversation/action-answer.ts';
import { forgetDraft, formText } from './use-draft.ts';

const NONE: readonly string[] = [];

interface Place {
  conversationId: string | null;
  /** Text that the address put into the box. */
  prompt: string | null;
}

/**
 * State of the composer's form: the message on its way, the error of the last send, and the id of the next
 * one. The id stays the same until a send has succeeded, so that a retry repeats the same send.
 */
export function useSend(
  conversationId: string | null,
  freshId: string,
  formAnswer: ActionAnswer | undefined,
) {
  // One per conversation: an error that created no conversation stays behind when the page moves on.
  const fetcherKey = `composer-${conversationId ?? NEW_CONVERSATION}`;
  const fetcher = useFetcher<ActionAnswer>({ key: fetcherKey });
  const [sendId, setSendId] = useState(freshId);
  const { data, state, formData } = fetcher;
  const settled = state === 'idle' && data?.ok !== false;
  if (settled && sendId !== freshId) setSendId(freshId);
  const isChoosing = formData?.has('chosenModel') ?? false;
  const isPending = formData !== undefined && !isChoosing;
  // A queued message is no turn of the chat yet.
  const isQueuing = formData?.get('intent') === 'queue';
  const pendingText = isPending && !isQueuing ? formText(formData, 'text').trim() : null;
  const answer = data ?? formAnswer;
  const refused = state === 'idle' && answer?.ok === false && isSend(answer) ? answer : null;
  // A button of the same form saves the options.
  const isOfOptions = formAnswer?.ok === false && formAnswer.intent === 'set-options';
  const typed = refused ?? (isOfOptions ? formAnswer : null);
  useDraftUntilSent({ conversationId, isPending, isRefused: refused !== null, isDone: data?.ok === true });
  return {
    fetcher,
    fetcherKey,
    sendId,
    pendingText,
    /** Ids of the files that are sent with it. */
    pendingFiles: pendingText === null ? NONE : (formData?.getAll('files') ?? []).map(String),
    error: refused?.error ?? (null as ActionError | null),
    /** Error of another form of the page, for a page without scripts. */
    otherError: formAnswer?.ok === false && !isSend(formAnswer) ? formAnswer.error : null,
    /** Values of the rejected form, to be shown in the box again. */
    refusedText: typed?.text ?? null,
    refusedFiles: typed?.files ?? null,
    /** The model of a rejected message that is no longer available. */
    goneModel: (refused?.error.code === 'model_not_found' && refused.model) || null,
    refusedChoice: typed?.choice,
    refusedOptions: typed?.options ?? null,
  };
}

/**
 * Deletes the draft of a message when the send has succeeded: the server has confirmed it, or the page has
 * moved from the new conversation to the created one. A send that ends at the sign-in keeps its draft.
 */
function useDraftUntilSent({
  conversationId,
  isPending,
  isRefused,
  isDone,
}: {
  conversationId: string | null;
  isPending: boolean;
  isRefused: boolean;
  isDone: boolean;
}): void {
  const sentFrom = useRef<{ conversationId: string | null }>();
  useEffect(() => {
    if (isPending) sentFrom.current = { conversationId };
    else if (isRefused) sentFrom.current = undefined;
    const from = sentFrom.current;
    // The send may appear finished a moment before the page moves on.
    const isMade = from?.conversationId === null && conversationId !== null;
    if (!from || isPending || !(isDone || isMade)) return;
    sentFrom.current = undefined;
    forgetDraft(from.conversationId);
  }, [conversationId, isPending, isRefused, isDone]);
}

function isSend({ intent }: ActionAnswer): boolean {
  return intent === 'send' || intent === 'queue' || intent === 'choose-model' || intent === null;
}

/**
 * Returns a React key for the text box: each conversation and each prompt in an address has its own box. When
 * the first message leads from the new conversation to the created one, the box stays: text typed since
 * belongs there.
 */
export function useBoxKey({ conversationId, prompt }: Place, isSending: boolean, isRefused: boolean): number {
  const place = `${conversationId ?? ''} ${prompt ?? ''}`;
  const [known, setKnown] = useState({ conversationId, place, box: 0, hasSent: false });
  if (known.place !== place) {
    const isMade = known.conversationId === null && known.hasSent;
    // Counted, not named: the next new conversation must not get the box that moved along from the last one.
    setKnown({ conversationId, place, box: isMade ? known.box : known.box + 1, hasSent: false });
  } else {
    // Stored, because the send may appear finished a moment before the page moves on.
    const hasSent = isSending || (known.hasSent && !isRefused);
    if (hasSent !== known.hasSent) setKnown({ ...known, hasSent });
  }
  return known.box;
}
