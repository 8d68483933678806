import type { CompletionDelta } from '#app/contracts/completion.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { toProviderError } from './failure.ts';
import { ToolCallReader } from './tool-calls.ts';
import {
  readContent,
  readLogprobs,
  readThinking,
  readUsage,
  type WireChoice,
  type WireChunk,
  type WireMessage,
} from './wire.ts';

/** Our finish reason per name that providers of this format use; any other counts as a normal end. */
const REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
};

interface ReaderOptions {
  /** Number of requested choices; any further choices are ignored. */
  choices: number;
  /** Strings that must not appear in error messages. */
  secrets: readonly string[];
  /** From tool names on the wire to the caller's names, where they differ. */
  names?: ReadonlyMap<string, string>;
  /** Names of the tools that take plain text. */
  textTools?: ReadonlySet<string>;
}

/** Text events, the content of nearly all chunks of a stream. */
type TextEvent = Extract<ProviderEvent, { type: 'text' | 'thinking' }>;

/** Characters that end a JSON string or that need an escape. */
const NOT_PLAIN = /["\\\p{Cc}]/u;

/** Replaces the text of a chunk to test its shape. */
const PROBE = 'any other words';

/**
 * Maximum number of shapes to try, for streams whose chunks differ in more than their text, such as by random
 * padding.
 */
const MAX_SHAPES = 4;

/** Reads one answer: chunk by chunk of a stream, or whole. */
export class ChunkReader implements WireReader {
  ended = false;
  private readonly finishes = new Set<number>();
  private readonly calls = new Map<number, ToolCallReader>();
  private readonly repeated = new RepeatedChunk();

  constructor(private readonly options: ReaderOptions) {}

  get finished(): boolean {
    return this.finishes.size >= this.options.choices;
  }

  read(data: string, events: ProviderEvent[]): void {
    if (data.startsWith('[DONE]')) {
      this.ended = true;
      return;
    }
    const words = this.repeated.read(data);
    if (words) {
      events.push(words);
      return;
    }
    const before = events.length;
    this.parse(data, events);
    const only = events[before];
    if (events.length === before + 1 && only && 'text' in only) {
      this.repeated.learn(data, only, (other) => new ChunkReader(this.options).parse(other));
    }
  }

  private parse(data: string, events: ProviderEvent[] = []): ProviderEvent[] {
    const chunk: WireChunk = parseObject(data);
    const groq = isObject(chunk.x_groq) ? chunk.x_groq : {};
    const error = chunk.error ?? groq['error'] ?? (chunk.object === 'error' ? chunk : undefined);
    if (error) throw this.failure(error);
    let usage: unknown = chunk.usage ?? groq['usage'];
    // Azure's first chunk and the usage chunk have no choices.
    const choices: unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
    for (const choice of choices) {
      if (!isObject(choice)) continue;
      this.readChoice(choice, events);
      usage ??= choice['usage'];
    }
    const counted = readUsage(usage);
    if (counted) events.push({ type: 'usage', usage: counted });
    return events;
  }

  private readChoice(choice: WireChoice, events: ProviderEvent[]): void {
    const index = choice.index ?? 0;
    if (typeof index !== 'number' || !Number.isInteger(index)) return;
    if (index < 0 || index >= this.options.choices) return;
    const words: unknown = choice.delta ?? choice.message;
    if (isObject(words)) this.readMessage(words, index, choice.logprobs, events);
    if (choice.error) throw this.failure(choice.error);
    const reason = choice.finish_reason;
    if (typeof reason !== 'string' || !reason) return;
    if (reason === 'error') throw this.failure('the provider ended the reply with an error');
    // The first reason counts; some providers repeat it on the usage chunk.
    if (this.finishes.has(index)) return;
    this.finishes.add(index);
    const texts = this.calls.get(index)?.end() ?? [];
    if (texts.length > 0) events.push({ type: 'delta', choice: index, delta: { tool_calls: texts } });
    events.push({ type: 'finish', reason: this.reasonOf(reason, index), choice: index });
  }

  private readMessage(words: WireMessage, choice: number, logprobs: unknown, events: ProviderEvent[]): void {
    // Thinking belongs to the answer as a whole, so that of further choices is dropped.
    const thinking = choice === 0 ? readThinking(words) : '';
    if (thinking) events.push({ type: 'thinking', text: thinking });
    const content = readContent(words.content);
    const probable = readLogprobs(logprobs);
    if (content && choice === 0 && !probable) events.push({ type: 'text', text: content });
    else if (content || probable) {
      const delta: CompletionDelta = content ? { content } : {};
      events.push({ type: 'delta', choice, delta, ...(probable ? { logprobs: probable } : {}) });
    }
    if (typeof words.refusal === 'string' && words.refusal) {
      events.push({ type: 'delta', choice, delta: { refusal: words.refusal } });
    }
    if (!words.tool_calls && !words.function_call) return;
    const calls = this.callsOf(choice).read(words);
    if (calls.length > 0) events.push({ type: 'delta', choice, delta: { tool_calls: calls } });
  }

  private callsOf(choice: number): ToolCallReader {
    const calls = this.calls.get(choice) ?? new ToolCallReader(this.options);
    this.calls.set(choice, calls);
    return calls;
  }

  /** Some providers report `stop` after a tool call, and their callers would then not look for the call. */
  private reasonOf(reason: string, choice: number): FinishReason {
    const known = Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? 'stop') : 'stop';
    return known === 'stop' && this.calls.has(choice) ? 'tool_calls' : known;
  }

  private failure(error: unknown) {
    return toProviderError({ status: null, error, secrets: this.options.secrets });
  }
}

/**
 * Predicts the next chunk of a stream from the last one: most differ only in their text, and parsing each as
 * a whole is the most expensive part of reading a stream.
 */
export class RepeatedChunk {
  private head = '';
  private tail = '';
  private type: TextEvent['type'] | null = null;
  private shapes = 0;

  /**
   * The event of a chunk that differs from the last one only in its text; null for any other, which must be
   * parsed.
   */
  read(data: string): TextEvent | null {
    const { head, tail, type } = this;
    if (type === null || data.length <= head.length + tail.length) return null;
    const end = data.length - tail.length;
    // Compares slices, since `startsWith` and `endsWith` compare character by character and take twice as
    // long.
    if (data.slice(0, head.length) !== head || data.slice(end) !== tail) return null;
    const text = data.slice(head.length, end);
    return NOT_PLAIN.test(text) ? null : { type, text };
  }

  /**
   * Remembers the shape of a parsed chunk whose only event was this text.
   * @param parse parses a chunk with a new reader; used to test that other text in this place changes nothing
   * else
   */
  learn(data: string, { type, text }: TextEvent, parse: (data: string) => ProviderEvent[]): void {
    if (this.shapes >= MAX_SHAPES || NOT_PLAIN.test(text)) return;
    this.shapes += 1;
    const at = data.lastIndexOf(`"${text}"`) + 1;
    if (at === 0) return;
    const head = data.slice(0, at);
    const tail = data.slice(at + text.length);
    const [probed, ...others] = parse(head + PROBE + tail);
    if (others.length > 0 || probed?.type !== type || probed.text !== PROBE) return;
    Object.assign(this, { head, tail, type });
  }
}
