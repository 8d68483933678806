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
  type WireWords,
} from './wire.ts';

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

interface ReaderOptions {
  /** How many choices were asked for; what others say is not passed on. */
  choices: number;
  /** What must not be in the message of an error. */
  secrets: readonly string[];
  /** The caller's names of tools, by those on the wire where they differ. */
  names?: ReadonlyMap<string, string>;
  /** Names of the tools that take plain text. */
  textTools?: ReadonlySet<string>;
}

/** Words of a stream: what nearly all of its chunks bring. */
type Words = Extract<ProviderEvent, { type: 'text' | 'thinking' }>;

/** What would end a JSON string, or has to be read as an escape. */
const NOT_PLAIN = /["\\\p{Cc}]/u;

/** Stands for the words of a chunk when its shape is tried. */
const PROBE = 'any other words';

/** Streams whose chunks differ in more than their words, as by a random filling, are not tried for ever. */
const MOST_SHAPES = 4;

/** Reads one answer: chunk by chunk of a stream, or the whole of it at once. */
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
    // Azure and the usage chunk have no choices.
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
    if (isObject(words)) this.readWords(words, index, choice.logprobs, events);
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

  private readWords(words: WireWords, choice: number, logprobs: unknown, events: ProviderEvent[]): void {
    // Thinking belongs to the reply as a whole; that of further choices has no place of its own.
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

  /** Some providers say `stop` after a tool call: their callers would not look for it. */
  private reasonOf(reason: string, choice: number): FinishReason {
    const known = Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? 'stop') : 'stop';
    return known === 'stop' && this.calls.has(choice) ? 'tool_calls' : known;
  }

  private failure(error: unknown) {
    return toProviderError({ status: null, error, secrets: this.options.secrets });
  }
}

/**
 * Knows the next chunk of a stream by the last one: most differ in their words alone, and to parse the whole of each is
 * the most costly part of reading a stream.
 */
export class RepeatedChunk {
  private head = '';
  private tail = '';
  private type: Words['type'] | null = null;
  private shapes = 0;

  /** What a chunk says that is like the last one but for its words; null for any other, which has to be parsed. */
  read(data: string): Words | null {
    const { head, tail, type } = this;
    if (type === null || data.length <= head.length + tail.length) return null;
    const end = data.length - tail.length;
    // By slices, since `startsWith` and `endsWith` go letter by letter and take twice as long.
    if (data.slice(0, head.length) !== head || data.slice(end) !== tail) return null;
    const text = data.slice(head.length, end);
    return NOT_PLAIN.test(text) ? null : { type, text };
  }

  /**
   * Remembers the shape of a chunk that was parsed and said `words` and nothing else.
   * @param parse what a chunk says to who has heard none before: asked whether other words in this place are all that
   *   changes
   */
  learn(data: string, { type, text }: Words, parse: (data: string) => ProviderEvent[]): void {
    if (this.shapes >= MOST_SHAPES || NOT_PLAIN.test(text)) return;
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
