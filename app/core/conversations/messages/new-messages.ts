import type { ChatMessage } from '#app/contracts/chat.ts';
import type { Append } from './append.ts';
import { toChatMessage, type MessageRow } from './message-row.ts';

/**
 * Both messages of a send as `appendAll` has stored them.
 * @returns null where one of them was there before: its row knows more than the send
 */
export function newMessages(
  { conversation, prompt, reply, generationId }: Append,
  storedAt: Date,
): { prompt: ChatMessage; reply: ChatMessage } | null {
  if (!prompt || !reply.isNew) return null;
  const common = {
    conversation_id: conversation.id,
    generation_id: generationId,
    endpoint: conversation.endpoint,
    model: conversation.model,
    ...UNTOUCHED,
    created_at: storedAt,
    updated_at: storedAt,
  };
  return {
    prompt: toChatMessage(
      {
        ...common,
        id: prompt.id,
        client_id: prompt.clientId,
        parent_id: prompt.parentId,
        is_created_by_user: 1,
        sender: 'User',
        text: prompt.text,
        omitted_messages: 0,
        omitted_pictures: 0,
        file_count: prompt.files.length,
        unfinished: 0,
      },
      prompt.files,
    ),
    reply: toChatMessage({
      ...common,
      id: reply.id,
      client_id: null,
      parent_id: reply.parentId,
      is_created_by_user: 0,
      sender: reply.sender,
      text: reply.text,
      omitted_messages: reply.omittedMessages,
      omitted_pictures: reply.omittedPictures,
      file_count: 0,
      unfinished: 1,
    }),
  };
}

/** What a new message does not say yet. */
const UNTOUCHED = {
  thinking: null,
  is_edited: 0,
  cancelled: 0,
  error_code: null,
  error_detail: null,
  finish_reason: null,
  cost_micro: null,
  suggestions: null,
} as const satisfies Partial<MessageRow>;
