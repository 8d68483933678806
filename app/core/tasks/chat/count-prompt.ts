import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { countCall, weighCall } from './weigh-call.ts';

/**
 * Tokens of everything that a provider was sent, by our own count and without margin: turns, tools, the form of the
 * answer, and pictures, files and sound as they were weighed at admission.
 */
export async function countPrompt(
  { messages, options }: Pick<Prompt, 'messages' | 'options'>,
  tokenizer: string,
): Promise<Pick<TokenUsage, 'promptTokens'>> {
  const sent = { ...options, messages } as ChatRequest;
  return { promptTokens: (await countCall(sent, tokenizer)) + mediaTokens(sent) };
}

/** Its admission has weighed it; should other rules be in force by now, its run must end all the same. */
function mediaTokens(sent: ChatRequest): number {
  try {
    return weighCall(sent).mediaTokens;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger().warn({ error: error.message }, 'a prompt is charged without what cannot be weighed any more');
    return 0;
  }
}
