import type { CompletionLogprobs } from '#app/contracts/completion.ts';
import { isObject } from '../shared/json.ts';

/** The probabilities of a choice's tokens; null when there are none. */
export function readLogprobs(value: unknown): CompletionLogprobs | null {
  if (!isObject(value)) return null;
  const content = readTokens(value['content']);
  const refusal = readTokens(value['refusal']);
  return content || refusal ? { content, refusal } : null;
}

type Tokens = NonNullable<CompletionLogprobs['content']>;

/** Tokens in the shape that clients rely on; one that is not is left out. */
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
