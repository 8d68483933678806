import type { FinishReason } from '#app/contracts/generation.ts';
import type { ProviderEvent } from '../contract.ts';
import { isObject, parseObject } from '../shared/json.ts';
import type { WireReader } from '../shared/read-reply.ts';
import { toProviderError } from './failure.ts';
import { Thoughts } from './thoughts.ts';
import { ToolCalls } from './tool-calls.ts';
import { readUsage } from './usage.ts';
import type { WireEvent } from './wire.ts';

/** Stop reasons in our words; any other is an ordinary end. A paused turn can be gone on with, like one that was too long. */
const REASONS: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  pause_turn: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

/** Reads one message, event by event, or in one piece. Pings and what is not known are passed over. */
export class MessageReader implements WireReader {
  finished = false;
  ended = false;
  private readonly calls: ToolCalls;
  private readonly thoughts = new Thoughts();
  private usage: Record<string, unknown> = {};

  /**
   * @param textTools the caller's names of the tools whose calls are plain text
   * @param names the caller's names of tools, by those on the wire where they differ
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
      yield* words(block);
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
      yield* words(delta);
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

  /** The numbers of message_start are those before the first word, and tell of the prompt of a stream that is cut. */
  private *countUsage(usage: unknown): Generator<ProviderEvent> {
    if (!isObject(usage)) return;
    const said = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.usage = { ...this.usage, ...Object.fromEntries(said) };
    const counted = readUsage(this.usage);
    if (counted) yield { type: 'usage', usage: counted };
  }
}

/** Text and thoughts, of a block as it begins and of what is added to it. */
function* words({ text, thinking }: Record<string, unknown>): Generator<ProviderEvent> {
  if (typeof thinking === 'string' && thinking) yield { type: 'thinking', text: thinking };
  if (typeof text === 'string' && text) yield { type: 'text', text };
}
