import type { PromptMessage } from '#app/contracts/completion.ts';
import { refused } from '../refused.ts';

/**
 * What a message says, for wires that have no words for anything else.
 * @throws ProviderError for tools, pictures and other parts
 */
export function plainText(message: PromptMessage): string {
  if (message.role === 'tool' || message.role === 'function' || 'tool_calls' in message)
    throw refused('this provider knows no tools');
  const { content } = message;
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content.trim();
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'refusal') return part.refusal;
    throw refused(`this provider does not take parts of the type ${part.type}`);
  });
  return texts.join('\n').trim();
}
