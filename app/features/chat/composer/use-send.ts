import { useFetcher } from '@remix-run/react';
import { useState } from 'react';
import type { ActionAnswer, ActionError } from '../actions/action-answer.ts';

/**
 * The state of the composer's form: what is on its way, why the last send was refused, and the id of the
 * next one. The id stays the same until a send has come through, so that trying again repeats the same send.
 */
export function useSend(freshId: string, formAnswer: ActionAnswer | undefined) {
  const fetcher = useFetcher<ActionAnswer>({ key: 'composer' });
  const [sendId, setSendId] = useState(freshId);
  const { data, state, formData } = fetcher;
  const settled = state === 'idle' && data?.ok !== false;
  if (settled && sendId !== freshId) setSendId(freshId);
  const isChoosing = formData?.has('chosenModel') ?? false;
  const pendingText = formData && !isChoosing ? String(formData.get('text') ?? '').trim() : null;
  const answer = data ?? formAnswer;
  const refused = state === 'idle' && answer?.ok === false && isSend(answer) ? answer : null;
  return {
    fetcher,
    sendId,
    pendingText,
    error: refused?.error ?? (null as ActionError | null),
    /** What the refused form held, so that it can stand in the box again. */
    refusedText: refused?.text ?? null,
  };
}

function isSend({ intent }: ActionAnswer): boolean {
  return intent === 'send' || intent === 'choose-model' || intent === null;
}
