import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { measureVideos } from './measure-videos.ts';
import { sentPrompt } from './sent-prompt.ts';
import { estimateCall } from './weigh-call.ts';
import { usualMediaTokens, weighMedia } from './weigh-media.ts';

/**
 * Tokens of everything that a candidate was sent, by our own estimate and without margin: turns, tools, the form of the
 * answer, pictures, videos, files and sound as they were weighed at admission, and what its maker adds to explain tools.
 * @param candidate null where nothing is known of it any more
 */
export async function countPrompt(
  prompt: Pick<Prompt, 'messages' | 'options'>,
  candidate: Candidate | null,
  tokenizer: string,
): Promise<Pick<TokenUsage, 'promptTokens'>> {
  const { messages, options } = sentPrompt(prompt, candidate);
  const sent = { ...options, messages } as ChatRequest;
  const explained = candidate ? explainedTools(sent, candidate) : 0;
  return {
    promptTokens:
      (await estimateCall(sent, tokenizer)) + (await mediaTokens(sent, candidate?.model)) + explained,
  };
}

/**
 * Anthropic puts a text before a prompt with tools, and bills it. The least of its models (its table, Claude Haiku 4.5):
 * others take up to 216 tokens more, which the operator bears where nobody has told a usage.
 */
function explainedTools(
  { tools = [], tool_choice: choice }: ChatRequest,
  { dialect, provider }: Candidate,
): number {
  if (tools.length === 0 || (dialect ?? dialectOf(provider)) !== 'anthropic') return 0;
  return choice === undefined || choice === 'auto' || choice === 'none' ? 496 : 588;
}

/** Its admission has weighed it; should other rules be in force by now, its run must end all the same. */
async function mediaTokens({ messages }: ChatRequest, modelId: string | undefined): Promise<number> {
  try {
    return usualMediaTokens(weighMedia(messages, await measureVideos(messages, null)), modelId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger().warn({ error: error.message }, 'a prompt is charged without what cannot be weighed any more');
    return 0;
  }
}
