import type { ChatSend } from '#app/contracts/send.ts';
import { TEST_MODEL } from './create-model.ts';

/** A send of a new message into a new conversation; `more` overrides fields. */
export function chatSend(userId: string, text: string, more: Partial<ChatSend> = {}): ChatSend {
  return {
    userId,
    requestId: 'test',
    mode: 'send',
    conversationId: null,
    parentMessageId: null,
    text,
    clientMessageId: null,
    endpoint: 'openAI',
    model: TEST_MODEL,
    parameters: {},
    ...more,
  };
}
