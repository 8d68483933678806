import type { FinishReason } from '#app/contracts/generation.ts';
import type { ProviderEvent } from '../contract.ts';
import { isObject, parseObject } from '../shared/json.ts';
import type { WireReader } from '../shared/read-reply.ts';
import { toProviderError } from './failure.ts';
import { readUsage } from './usage.ts';
import type { WireChoice, WireChunk, WireWords } from './wire.ts';

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

/** Reads one answer, chunk by chunk. */
export class ChunkReader implements WireReader {
  finished = false;
  ended = false;

  constructor(private readonly secrets: readonly string[]) {}

  *read(data: string): Generator<ProviderEvent> {
    if (data.startsWith('[DONE]')) {
      this.ended = true;
      return;
    }
    for (const event of readChunk(parseObject(data), this.secrets)) {
      // The first reason counts; some providers repeat it on the usage chunk.
      if (event.type === 'finish' && this.finished) continue;
      if (event.type === 'finish') this.finished = true;
      yield event;
    }
  }
}

/** What one chunk of the stream, or the whole of an answer that was not streamed, says. */
function* readChunk(chunk: WireChunk, secrets: readonly string[]): Generator<ProviderEvent> {
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
