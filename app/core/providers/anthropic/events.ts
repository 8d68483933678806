import type { FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { readTextInput } from '#app/core/providers/shared/text-tools.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';
import { toProviderError } from './failure.ts';
import { Thoughts } from './thoughts.ts';

/**
 * Our finish reason per stop reason; any other counts as a normal end. A paused turn can be continued, like
 * one that was too long.
 */
const REASONS: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  pause_turn: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

/**
 * The fields that we read of the Messages wire. Other providers speak it with deviations, so every value is
 * `unknown` until checked.
 */
interface WireEvent {
  type?: unknown;
  /** Index of a block in the message. */
  index?: unknown;
  /** Of content_block_start. */
  content_block?: unknown;
  /** Of content_block_delta and message_delta. */
  delta?: unknown;
  /** Of message_start. */
  message?: unknown;
  /** Of message_delta, and of a whole message. */
  usage?: unknown;
  /** Of error. */
  error?: unknown;
  /** Of a whole message. */
  content?: unknown;
  stop_reason?: unknown;
  stop_sequence?: unknown;
}

interface OpenCall {
  /** Index among the calls, not among the blocks. */
  place: number;
  /** The input at the start of the block: `{}` if fragments follow. */
  input: string;
  hasFragments: boolean;
  /** For a call of a text tool: its fragments so far, since only the whole can be parsed. Else null. */
  text: string | null;
}

type Delta = Extract<ProviderEvent, { type: 'delta' }>['delta'];

/** Reads one message, event by event or whole. Pings and unknown events are ignored. */
export class MessageReader implements WireReader {
  finished = false;
  ended = false;
  private readonly calls: ToolCalls;
  private readonly thoughts = new Thoughts();
  private usage: Record<string, unknown> = {};

  /**
   * @param textTools the caller's names of the tools whose calls are plain text
   * @param names from tool names on the wire to the caller's names, where they differ
   */
  constructor(
    private readonly secrets: readonly string[],
    textTools: ReadonlySet<string> = new Set(),
    names: ReadonlyMap<string, string> = new Map(),
  ) {
    this.calls = new ToolCalls(textTools, names);
  }

  read(data: string, events: ProviderEvent[]): void {
    for (const event of this.eventsOf(data)) events.push(event);
  }

  private *eventsOf(data: string): Generator<ProviderEvent> {
    const event: WireEvent = parseObject(data);
    switch (event.type) {
      case 'message_start':
        return yield* this.countUsage(isObject(event.message) ? event.message['usage'] : null);
      case 'content_block_start':
        return yield* this.startBlock(event.index, event.content_block);
      case 'content_block_delta':
        return yield* this.continueBlock(event.index, event.delta);
      case 'content_block_stop':
        return yield* this.endBlock(event.index);
      case 'message_delta':
        return yield* this.endMessage(isObject(event.delta) ? event.delta : {}, event.usage);
      case 'message_stop':
        this.ended = true;
        return;
      case 'message':
        return yield* this.readWhole(event);
      case 'error':
        throw toProviderError({ status: null, body: event, secrets: this.secrets });
    }
  }

  private *readWhole({ content, stop_reason, stop_sequence, usage }: WireEvent): Generator<ProviderEvent> {
    for (const [index, block] of (Array.isArray(content) ? content : []).entries()) {
      yield* this.startBlock(index, block);
      yield* this.endBlock(index);
    }
    yield* this.endMessage({ stop_reason, stop_sequence }, usage);
  }

  private *startBlock(index: unknown, block: unknown): Generator<ProviderEvent> {
    if (!isObject(block)) return;
    if (block['type'] === 'tool_use') yield* this.calls.begin(index, block);
    else {
      yield* this.thoughts.begin(index, block);
      yield* textEvents(block);
    }
  }

  private *endBlock(index: unknown): Generator<ProviderEvent> {
    yield* this.calls.end(index);
    yield* this.thoughts.end(index);
  }

  private *continueBlock(index: unknown, delta: unknown): Generator<ProviderEvent> {
    if (!isObject(delta)) return;
    if (delta['type'] === 'input_json_delta') yield* this.calls.add(index, delta['partial_json']);
    else {
      this.thoughts.add(index, delta);
      yield* textEvents(delta);
    }
  }

  private *endMessage(
    { stop_reason: reason, stop_sequence: sequence }: Record<string, unknown>,
    usage: unknown,
  ): Generator<ProviderEvent> {
    yield* this.countUsage(usage);
    if (typeof reason !== 'string' || this.finished) return;
    this.finished = true;
    const stopSequence = typeof sequence === 'string' ? { stopSequence: sequence } : {};
    yield { type: 'finish', reason: REASONS[reason] ?? 'stop', choice: 0, ...stopSequence };
  }

  /**
   * The counts in message_start are those before the first token, and cover the prompt of a stream that is
   * cut.
   */
  private *countUsage(usage: unknown): Generator<ProviderEvent> {
    if (!isObject(usage)) return;
    const present = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.usage = { ...this.usage, ...Object.fromEntries(present) };
    const counted = readUsage(this.usage);
    if (counted) yield { type: 'usage', usage: counted };
  }
}

/** Text and thoughts, of the start of a block or of a delta. */
function* textEvents({ text, thinking }: Record<string, unknown>): Generator<ProviderEvent> {
  if (typeof thinking === 'string' && thinking) yield { type: 'thinking', text: thinking };
  if (typeof text === 'string' && text) yield { type: 'text', text };
}

/**
 * Converts a usage. The wire counts cache reads and cache writes beside the input; here both are part of the
 * prompt.
 * @param usage the fields of message_start, overridden by those of message_delta, which are totals
 * @returns null for an invalid usage (negative, not a number, absurdly large)
 */
export function readUsage(usage: Record<string, unknown>): TokenUsage | null {
  const input = tokenCount(usage['input_tokens']);
  const completionTokens = tokenCount(usage['output_tokens']);
  const cachedTokens = tokenCount(usage['cache_read_input_tokens'] ?? 0);
  const written = tokenCount(usage['cache_creation_input_tokens'] ?? 0);
  if (input === null || completionTokens === null || cachedTokens === null || written === null) return null;
  const creation = isObject(usage['cache_creation']) ? usage['cache_creation'] : {};
  const long = Math.min(tokenCount(creation['ephemeral_1h_input_tokens']) ?? 0, written);
  const details = isObject(usage['output_tokens_details']) ? usage['output_tokens_details'] : {};
  return {
    promptTokens: input + cachedTokens + written,
    cachedTokens,
    completionTokens,
    reasoningTokens: Math.min(tokenCount(details['thinking_tokens']) ?? 0, completionTokens),
    ...(written > long ? { cacheWriteTokens: written - long } : {}),
    ...(long > 0 ? { cacheWriteLongTokens: long } : {}),
  };
}

/**
 * The calls of one message, as OpenAI's deltas: the first names the call, the later ones contain its
 * arguments.
 */
export class ToolCalls {
  private readonly open = new Map<unknown, OpenCall>();
  private count = 0;

  /**
   * @param textTools names of the tools that take plain text
   * @param names from tool names on the wire to the caller's names, where they differ
   */
  constructor(
    private readonly textTools: ReadonlySet<string> = new Set(),
    private readonly names: ReadonlyMap<string, string> = new Map(),
  ) {}

  *begin(index: unknown, block: Record<string, unknown>): Generator<ProviderEvent> {
    const input = isObject(block['input']) ? block['input'] : {};
    const [id, sent] = [textOf(block['id']), textOf(block['name'])];
    const name = this.names.get(sent) ?? sent;
    const isText = this.textTools.has(name);
    const call = {
      place: this.count,
      input: JSON.stringify(input),
      hasFragments: false,
      text: isText ? '' : null,
    };
    this.count += 1;
    this.open.set(index, call);
    if (isText) yield deltaOf({ index: call.place, id, type: 'custom', custom: { name, input: '' } });
    else yield deltaOf({ index: call.place, id, type: 'function', function: { name, arguments: '' } });
  }

  /** @param json a fragment of the arguments; the first is often empty */
  *add(index: unknown, json: unknown): Generator<ProviderEvent> {
    const call = this.open.get(index);
    if (!call || typeof json !== 'string' || json === '') return;
    call.hasFragments = true;
    if (call.text !== null) call.text += json;
    else yield deltaOf({ index: call.place, function: { arguments: json } });
  }

  /**
   * A call without fragments had its whole input in the start of the block; arguments are always a JSON
   * object.
   */
  *end(index: unknown): Generator<ProviderEvent> {
    const call = this.open.get(index);
    this.open.delete(index);
    if (call && call.text !== null) {
      const input = readTextInput(call.hasFragments ? call.text : call.input);
      yield deltaOf({ index: call.place, custom: { input } });
    } else if (call && !call.hasFragments) {
      yield deltaOf({ index: call.place, function: { arguments: call.input } });
    }
  }
}

function deltaOf(call: NonNullable<Delta['tool_calls']>[number]): ProviderEvent {
  return { type: 'delta', choice: 0, delta: { tool_calls: [call] } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
