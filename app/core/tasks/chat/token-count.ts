import type { CompletionOptions } from '#app/contracts/completion.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { Model } from '#app/core/catalogue/models.ts';
import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { logger } from '#app/core/platform/logger.ts';
import { minToolTokens } from '#app/core/providers/dialect-options.ts';
import { findGroups } from '#app/core/routing/model-groups.ts';
import type { ChatAsk } from '#app/core/targets/ask.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { measureVideos } from './videos.ts';
import { fieldOf, modelsOf } from './price.ts';
import { countCall, estimateCall, weighCall } from './call-weight.ts';
import { likelyMediaTokens, weighMedia } from './media-weight.ts';

/**
 * Estimates the tokens of everything that a candidate was sent, without margin: turns, tools, the response
 * format, images, videos, files and audio as admission weighed them, and the text that its provider adds to
 * explain tools.
 * @param candidate null when the candidate is no longer known
 */
export async function countPrompt(
  prompt: Pick<Prompt, 'messages' | 'options'>,
  candidate: Candidate | null,
  tokenizer: string,
): Promise<Pick<TokenUsage, 'promptTokens'>> {
  const { messages, options } = sentPrompt(prompt, candidate);
  const sent = { ...options, messages } as ChatRequest;
  const hasTools = (sent.tools ?? []).length > 0;
  const explained = candidate && hasTools ? minToolTokens(candidate, sent.tool_choice) : 0;
  return {
    promptTokens:
      (await estimateCall(sent, tokenizer)) + (await mediaTokens(sent, candidate?.model)) + explained,
  };
}

/** Admission has weighed these media already; if the rules have changed since, the run must still end. */
async function mediaTokens({ messages }: ChatRequest, modelId: string | undefined): Promise<number> {
  try {
    return likelyMediaTokens(weighMedia(messages, await measureVideos(messages, null)), modelId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger().warn({ error: error.message }, 'a prompt is charged without what cannot be weighed any more');
    return 0;
  }
}

/** The prompt as it is sent to a candidate: without the parameters that the candidate does not accept. */
export function sentPrompt<Sent extends Pick<Prompt, 'options'>>(
  prompt: Sent,
  candidate: Pick<Candidate, 'leftOut'> | null,
): Sent {
  if (!candidate || candidate.leftOut.length === 0) return prompt;
  return { ...prompt, options: without(prompt.options, candidate.leftOut) };
}

function without(options: CompletionOptions, leftOut: readonly string[]): CompletionOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !leftOut.includes(name)));
}

/**
 * Tokens of everything that a call sends, with the margin of its model's tokenizer, as admission counts it;
 * also of prompts that fit no window.
 * @throws AppError model_not_found, forbidden for a model that the key may not use, and invalid_request for a
 * part that cannot be weighed, naming its field
 */
export async function countInput({
  body,
  key,
  defaultModel,
  userId,
  signal,
}: Omit<ChatAsk, 'task'>): Promise<number> {
  const needs = weighCall(body, await measureVideos(body.messages, { account: userId, signal }));
  const { groups } = await findGroups({
    models: modelsOf(body, defaultModel),
    allowedModels: key.models,
    fieldOf: (id) => fieldOf(id, body),
  });
  // For `parlance/auto`, the first of the models that it chooses among.
  const [{ tokenizer }] = groups.flatMap(({ models }) => models) as [Model];
  const words = await countCall(body, tokenizer, { owner: userId, signal });
  return Math.ceil((words + needs.mediaTokens) * tokenMargin(tokenizer));
}
