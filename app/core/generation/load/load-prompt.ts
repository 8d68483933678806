import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { EmbeddingOrder } from '#app/contracts/embedding.ts';
import { readAncestors } from '#app/core/conversations/read-ancestors.ts';
import type { Tx } from '#db/transaction.ts';
import { chatOptions } from './chat-options.ts';
import { readRequest } from '#app/core/generation/record/request-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { titlePrompt } from './title-prompt.ts';

/** What a run sends to its provider. */
export interface Prompt {
  messages: PromptMessage[];
  options: CompletionOptions;
  /** The longest answer that the caller wants, in tokens; null where it left that to the house. */
  cap: number | null;
  /** True when the prompt message is the first of its conversation: the reply brings a title. */
  isFirst: boolean;
  /** What is to become vectors, where that is what was asked for; there are no messages then. */
  embed?: EmbeddingOrder;
}

/**
 * The messages of a generation, oldest first: from the oldest that was counted at admission to the message
 * that is answered, then the reply so far when it goes on.
 */
export async function loadPrompt(tx: Tx, generation: Generation): Promise<Prompt> {
  if (generation.kind === 'api') return loadCall(generation);
  if (generation.kind === 'title') {
    return { messages: await titlePrompt(tx, generation), options: {}, cap: null, isFirst: false };
  }
  const { conversationId, promptMessageId, oldestMessageId, parameters, prefixText } = generation;
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

/** The call as its client sent it. */
async function loadCall(generation: Generation): Promise<Prompt> {
  const request = await readRequest(generation);
  const asked = JSON.parse(request) as
    Pick<Prompt, 'messages' | 'options' | 'cap'> | Required<Pick<Prompt, 'embed'>>;
  return { messages: [], options: {}, cap: null, ...asked, isFirst: false };
}
