import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import type { ActionAnswer, ActionError } from './actions/action-answer.ts';
import { forgetDraft, formText } from './use-draft.ts';

const NONE: readonly string[] = [];

interface Place {
  conversationId: string | null;
  /** A text that an address put into the box. */
  prompt: string | null;
}

/**
 * The state of the composer's form: what is on its way, why the last send was refused, and the id of the
 * next one. The id stays the same until a send has come through, so that trying again repeats the same send.
 */
export function useSend(
  conversationId: string | null,
  freshId: string,
  formAnswer: ActionAnswer | undefined,
) {
  // One for each conversation: a refusal that led to nothing stays behind when the page moves on.
  const fetcherKey = `composer-${conversationId ?? NEW_CONVERSATION}`;
  const fetcher = useFetcher<ActionAnswer>({ key: fetcherKey });
  const [sendId, setSendId] = useState(freshId);
  const { data, state, formData } = fetcher;
  const settled = state === 'idle' && data?.ok !== false;
  if (settled && sendId !== freshId) setSendId(freshId);
  const isChoosing = formData?.has('chosenModel') ?? false;
  const pendingText = formData && !isChoosing ? formText(formData, 'text').trim() : null;
  const answer = data ?? formAnswer;
  const refused = state === 'idle' && answer?.ok === false && isSend(answer) ? answer : null;
  // The options are kept by a button of the same form.
  const isOfOptions = formAnswer?.ok === false && formAnswer.intent === 'set-options';
  const typed = refused ?? (isOfOptions ? formAnswer : null);
  const isPending = pendingText !== null;
  useDraftUntilSent({ conversationId, isPending, isRefused: refused !== null, isDone: data?.ok === true });
  return {
    fetcher,
    fetcherKey,
    sendId,
    pendingText,
    /** Ids of the pictures that are on their way with it. */
    pendingFiles: pendingText === null ? NONE : (formData?.getAll('files') ?? []).map(String),
    error: refused?.error ?? (null as ActionError | null),
    /** Why another form of the page was refused, where no script could say so. */
    otherError: formAnswer?.ok === false && !isSend(formAnswer) ? formAnswer.error : null,
    /** What the refused form held, so that it can stand in the box again. */
    refusedText: typed?.text ?? null,
    refusedFiles: typed?.files ?? null,
    refusedChoice: typed?.choice,
    refusedOptions: typed?.options ?? null,
  };
}

/**
 * Forgets the draft of a message when it has come through: the server said so, or the page has moved from
 * the new conversation to the one that was made. A send that ends at the sign-in keeps its draft.
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
    // The send may seem to be over a moment before the page moves on.
    const isMade = from?.conversationId === null && conversationId !== null;
    if (!from || isPending || !(isDone || isMade)) return;
    sentFrom.current = undefined;
    forgetDraft(from.conversationId);
  }, [conversationId, isPending, isRefused, isDone]);
}

function isSend({ intent }: ActionAnswer): boolean {
  return intent === 'send' || intent === 'choose-model' || intent === null;
}

/**
 * Tells one text box from another, as a React key: each conversation has its own, and each prompt of an address.
 * When the first message leads from the new conversation to the one that was made, the box stays: what was
 * typed since belongs there.
 */
export function useBoxKey({ conversationId, prompt }: Place, isSending: boolean, isRefused: boolean): number {
  const place = `${conversationId ?? ''} ${prompt ?? ''}`;
  const [known, setKnown] = useState({ conversationId, place, box: 0, hasSent: false });
  if (known.place !== place) {
    const isMade = known.conversationId === null && known.hasSent;
    // Counted, not named: the next new conversation must not get the box that came along from the last one.
    setKnown({ conversationId, place, box: isMade ? known.box : known.box + 1, hasSent: false });
  } else {
    // Remembered: the send may seem to be over a moment before the page moves on.
    const hasSent = isSending || (known.hasSent && !isRefused);
    if (hasSent !== known.hasSent) setKnown({ ...known, hasSent });
  }
  return known.box;
}
