import { randomUUID } from 'node:crypto';
import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { GO_ON } from '#app/core/providers/shared/prompt/go-on.ts';
import { saidBy, transcriptOf } from '#app/core/providers/shared/prompt/transcript.ts';

/**
 * Our request in the words of the website: one message, which begins a conversation of its own and has what was said
 * before in it.
 * @throws ProviderError for what the wire has no words for
 */
export function toConversation({ model, messages }: Pick<ProviderRequest, 'model' | 'messages'>) {
  return {
    action: 'next',
    messages: [
      {
        id: randomUUID(),
        role: 'user',
        author: { role: 'user' },
        content: { content_type: 'text', parts: [textOf(messages)] },
      },
    ],
    parent_message_id: randomUUID(),
    model,
    history_and_training_disabled: true,
  };
}

/** A question alone stands for itself; with anything before it, it is the last turn of a transcript. */
function textOf(messages: ProviderRequest['messages']): string {
  const [first, ...more] = messages;
  if (first && more.length === 0) return saidBy(first);
  if (messages.at(-1)?.role !== 'assistant') return transcriptOf(messages);
  return transcriptOf([...messages, { role: 'user', content: GO_ON }]);
}
