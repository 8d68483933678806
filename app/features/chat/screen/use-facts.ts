import { useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';
import { actionPath } from '../forms/ChatForm.tsx';
import type { ConversationFacts } from '../messages/conversation-context.ts';
import type { ConversationData } from './conversation-data.ts';

/** What the messages know of their conversation. Which one is edited stands in the address (`?edit=`). */
export function useFacts(data: ConversationData, isSubmitting: boolean): ConversationFacts {
  const { conversationId, sendId } = data;
  const model = data.model?.id ?? '';
  const navigate = useNavigate();
  const editingId = useSearchParams()[0].get('edit');
  const stopEditing = useCallback(
    () => navigate(actionPath(conversationId), { replace: true, preventScrollReset: true }),
    [navigate, conversationId],
  );
  return useMemo(
    () => ({ conversationId, model, sendId, isSubmitting, editingId, stopEditing }),
    [conversationId, model, sendId, isSubmitting, editingId, stopEditing],
  );
}
