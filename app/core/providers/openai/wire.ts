import type { CompletionLogprobs } from '#app/contracts/completion.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '#app/core/providers/shared/json.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';

/**
 * The fields that we read of OpenAI's wire. None of them is reliable: many providers speak this format with
 * deviations, so every value is `unknown` until checked.
 */
export interface WireChunk {
  error?: unknown;
  /** `error` if the error's fields stand beside it (vLLM). */
  object?: unknown;
  choices?: unknown;
  usage?: unknown;
  /** Groq's field for the usage, and for an error in mid-stream. */
  x_groq?: unknown;
}

export interface WireChoice {
  index?: unknown;
  delta?: unknown;
  /** In a whole answer. */
  message?: unknown;
  logprobs?: unknown;
  finish_reason?: unknown;
  /** OpenRouter's field for the error of a whole answer. */
  error?: unknown;
  /** Moonshot's field for the usage. */
  usage?: unknown;
}

/** `delta` of a stream, or `message` of a whole answer. */
export interface WireMessage {
  content?: unknown;
  tool_calls?: unknown;
  /** The form of 2023. */
  function_call?: unknown;
  refusal?: unknown;
  /** Thinking text: DeepSeek, vLLM and others use the first name, OpenRouter and Groq the second. */
  reasoning_content?: unknown;
  reasoning?: unknown;
}

type Tokens = NonNullable<CompletionLogprobs['content']>;

/** The text of a content: a string, or the parts in which Mistral's thinking models answer. */
export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? textOf(content, 'text') : '';
}

/** The thinking text, under any of the names that providers use for it. */
export function readThinking({ reasoning_content: deepSeek, reasoning, content }: WireMessage): string {
  const thinking = deepSeek ?? reasoning;
  if (typeof thinking === 'string') return thinking;
  return Array.isArray(content) ? textOf(content, 'thinking') : '';
}

/** Joins the texts of the parts of one type; a part's text is a string or a nested list of parts. */
function textOf(parts: readonly unknown[], type: 'text' | 'thinking'): string {
  return partsOf(parts, type)
    .map((text) => (Array.isArray(text) ? partsOf(text, 'text').filter(isText).join('') : text))
    .filter(isText)
    .join('');
}

function partsOf(parts: readonly unknown[], type: 'text' | 'thinking'): unknown[] {
  return parts
    .filter(isObject)
    .filter((part) => part['type'] === type)
    .map((part) => part[type]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The log probabilities of a choice's tokens; null if there are none. */
export function readLogprobs(value: unknown): CompletionLogprobs | null {
  if (!isObject(value)) return null;
  const content = readTokens(value['content']);
  const refusal = readTokens(value['refusal']);
  return content || refusal ? { content, refusal } : null;
}

/** Tokens in the shape that clients rely on; invalid ones are left out. */
function readTokens(value: unknown): Tokens | null {
  if (!Array.isArray(value)) return null;
  const tokens = value.flatMap((one: unknown) => {
    const token = readToken(one);
    if (!token || !isObject(one)) return [];
    const others: unknown[] = Array.isArray(one['top_logprobs']) ? one['top_logprobs'] : [];
    return [{ ...token, top_logprobs: others.flatMap((other) => readToken(other) ?? []) }];
  });
  return tokens.length > 0 ? tokens : null;
}

function readToken(value: unknown): Omit<Tokens[number], 'top_logprobs'> | null {
  if (!isObject(value)) return null;
  const { token, logprob, bytes } = value;
  if (typeof token !== 'string' || typeof logprob !== 'number') return null;
  const isBytes = Array.isArray(bytes) && bytes.every((byte) => Number.isInteger(byte));
  return { token, logprob, bytes: isBytes ? (bytes as number[]) : null };
}

/**
 * Converts a usage: cached tokens are part of the prompt, reasoning is part of the completion.
 * @returns null for an invalid usage (negative, not a number, absurdly large)
 */
export function readUsage(usage: unknown): TokenUsage | null {
  if (!isObject(usage)) return null;
  const promptTokens = tokenCount(usage['prompt_tokens']);
  const stated = tokenCount(usage['completion_tokens']);
  if (promptTokens === null || stated === null) return null;
  const input = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  const output = isObject(usage['completion_tokens_details']) ? usage['completion_tokens_details'] : {};
  const reasoning = tokenCount(output['reasoning_tokens']) ?? 0;
  // xAI counts reasoning beside the completion; only the total reveals it.
  const apart = reasoning > 0 && usage['total_tokens'] === promptTokens + stated + reasoning;
  const completionTokens = apart ? stated + reasoning : stated;
  const cachedTokens = Math.min(
    tokenCount(input['cached_tokens']) ?? tokenCount(usage['prompt_cache_hit_tokens']) ?? 0,
    promptTokens,
  );
  const fresh = promptTokens - cachedTokens;
  return {
    promptTokens,
    cachedTokens,
    completionTokens,
    reasoningTokens: Math.min(reasoning, completionTokens),
    ...part('cacheWriteTokens', input['cache_write_tokens'], fresh),
    ...part('imageTokens', input['image_tokens'], fresh),
    ...part('audioTokens', input['audio_tokens'], fresh),
    ...part('imageOutputTokens', output['image_tokens'], completionTokens),
  };
}

/** An optional class of tokens, limited to its whole. */
function part<Name extends keyof TokenUsage>(name: Name, value: unknown, whole: number): Partial<TokenUsage> {
  const tokens = Math.min(tokenCount(value) ?? 0, whole);
  return tokens > 0 ? { [name]: tokens } : {};
}
