import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionAnswer } from '../actions/action-answer.ts';
import { actionPath } from '../forms/ChatForm.tsx';
import { useAnswer } from '../forms/use-answer.ts';

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
