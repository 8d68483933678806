import type { PromptMessage } from '#app/contracts/completion.ts';
import { readAncestors } from '#app/core/conversations/branches/read-ancestors.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Tx } from '#db/transaction.ts';
import type { Prompt } from '../target.ts';
import { chatOptions } from './chat-options.ts';

/**
 * The turns of a conversation, oldest first: from the oldest that was counted at admission to the message that is
 * answered, then the reply so far when it goes on.
 */
export async function loadTurns(
  tx: Tx,
  { conversationId, promptMessageId, oldestMessageId, parameters, prefixText }: Generation,
): Promise<Prompt> {
  const turns: PromptMessage[] = [];
  let isFirst = false;
  if (conversationId && promptMessageId) {
    for await (const message of readAncestors(tx, conversationId, promptMessageId)) {
      if (message.id === promptMessageId) isFirst = message.position === 1;
      // A reply that failed before its first word has nothing to say to the model.
      if (message.text !== '') {
        turns.unshift({ role: message.isCreatedByUser ? 'user' : 'assistant', content: message.text });
      }
      if (message.id === oldestMessageId) break;
    }
  }
  const system: PromptMessage[] = parameters.promptPrefix
    ? [{ role: 'system', content: parameters.promptPrefix }]
    : [];
  const soFar: PromptMessage[] = prefixText ? [{ role: 'assistant', content: prefixText }] : [];
  return {
    messages: [...system, ...turns, ...soFar],
    options: chatOptions(parameters),
    cap: parameters.maxOutputTokens ?? null,
    isFirst,
  };
}
