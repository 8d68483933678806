import { useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { actionPath } from '../forms/ChatForm.tsx';
import type { ConversationFacts } from '../messages/conversation-context.ts';
import type { ViewMessage } from '../messages/view-message.ts';
import type { ConversationData } from './conversation-data.ts';

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
