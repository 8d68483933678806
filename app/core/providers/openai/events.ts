import type { FinishReason } from '#app/contracts/generation.ts';
import { ProviderError, type ProviderEvent } from '../contract.ts';
import { toProviderError } from './failure.ts';
import { readUsage } from './usage.ts';
import { isObject, type WireChoice, type WireChunk, type WireWords } from './wire.ts';

/** Reasons by the names that providers of this format use; any other name is an ordinary end. */
const REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
};

/** What one chunk of the stream, or the whole of an answer that was not streamed, says. */
export function* readChunk(chunk: WireChunk, secrets: readonly string[]): Generator<ProviderEvent> {
  if (chunk.error) throw toProviderError({ status: null, error: chunk.error, secrets });
  const choice = firstChoice(chunk);
  if (choice) yield* readChoice(choice, secrets);
  const groq = isObject(chunk.x_groq) ? chunk.x_groq['usage'] : undefined;
  const usage = readUsage(chunk.usage) ?? readUsage(choice?.usage) ?? readUsage(groq);
  if (usage) yield { type: 'usage', usage };
}

function* readChoice(choice: WireChoice, secrets: readonly string[]): Generator<ProviderEvent> {
  const words: WireWords = isObject(choice.delta)
    ? choice.delta
    : isObject(choice.message)
      ? choice.message
      : {};
  const thinking = words.reasoning_content ?? words.reasoning;
  if (typeof thinking === 'string' && thinking) yield { type: 'thinking', text: thinking };
  if (typeof words.content === 'string' && words.content) yield { type: 'text', text: words.content };
  if (typeof words.refusal === 'string' && words.refusal) {
    yield { type: 'delta', choice: 0, delta: { refusal: words.refusal } };
  }
  const reason = choice.finish_reason;
  if (typeof reason !== 'string' || !reason) return;
  if (reason === 'error') {
    throw toProviderError({ status: null, error: 'the provider ended the reply with an error', secrets });
  }
  yield { type: 'finish', reason: REASONS[reason] ?? 'stop', choice: 0 };
}

/** Azure sends chunks without choices first; a second choice is never asked for. */
function firstChoice({ choices }: WireChunk): WireChoice | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.filter(isObject).find((choice) => (choice['index'] ?? 0) === 0);
}

/**
 * Reads the JSON of one event.
 * @throws ProviderError provider_malformed; what was sent is not repeated in it
 */
export function parseChunk(data: string): WireChunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    chunk = undefined;
  }
  if (!isObject(chunk)) throw malformed('the provider sent a chunk that is not a JSON object');
  return chunk;
}

export function malformed(message: string): ProviderError {
  return new ProviderError('provider_malformed', message, { retryable: true });
}

/** Joins neighbouring pieces of the same kind: what arrived together travels on together. */
export function joinPieces(events: ProviderEvent[]): ProviderEvent[] {
  const joined: ProviderEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type) {
      joined[joined.length - 1] = { type: last.type, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
