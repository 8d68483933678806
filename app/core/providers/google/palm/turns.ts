import type { PromptMessage } from '#app/contracts/completion.ts';
import { GO_ON, LEFT_OUT } from '#app/core/providers/shared/prompt/go-on.ts';
import { plainText } from '#app/core/providers/shared/prompt/plain-text.ts';

export interface PalmMessage {
  author: string;
  content: string;
}

interface Conversation {
  context: string;
  messages: PalmMessage[];
}

const USER = 'user';

/**
 * A conversation as PaLM wants it: instructions apart, and turns that alternate, of which the first and the last are the
 * person's. The beginning of an answer is gone on with by asking for it.
 * @param bot what the model is called on this wire
 * @throws ProviderError for what the wire has no words for
 */
export function toTurns(prompt: readonly PromptMessage[], bot: string): Conversation {
  const instructions: string[] = [];
  const messages: PalmMessage[] = [];
  for (const message of prompt) {
    const content = plainText(message);
    if (message.role === 'system' || message.role === 'developer') instructions.push(content);
    else append(messages, { author: message.role === 'assistant' ? bot : USER, content });
  }
  const context = instructions.filter((text) => text !== '').join('\n\n');
  if (messages.length === 0) return { context: '', messages: [{ author: USER, content: context }] };
  if (messages[0]!.author === bot) messages.unshift({ author: USER, content: LEFT_OUT });
  if (messages.at(-1)!.author === bot) messages.push({ author: USER, content: GO_ON });
  return { context, messages };
}

function append(messages: PalmMessage[], message: PalmMessage): void {
  const last = messages.at(-1);
  if (message.content === '') return;
  if (last?.author === message.author) last.content += `\n\n${message.content}`;
  else messages.push(message);
}
