import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ActionAnswer } from '../actions/action-answer.ts';
import { actionPath } from '../forms/ChatForm.tsx';
import { useAnswer } from '../forms/use-answer.ts';

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
export function useStop({ conversationId, isSending, isSubmitting, isRefused }: Sending): () => void {
  const fetcher = useFetcher<ActionAnswer>();
  useAnswer(fetcher);
  const isWanted = useRef(false);
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
  return useCallback(() => {
    isWanted.current = true;
    carryOut();
  }, [carryOut]);
}
