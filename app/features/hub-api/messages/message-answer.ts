import type {
  ContentBlock,
  MessageAnswer,
  MessageUsage,
  StopReason,
} from '#app/contracts/anthropic/answers.ts';
import { messageErrorBody } from '#app/contracts/anthropic/message-error.ts';
import type { AppError } from '#app/contracts/errors.ts';
import type { FinishReason, LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import type { CallWriter } from '#app/features/hub-api/answering/delivery.server.ts';
import { endError } from '#app/features/hub-api/answering/end-error.ts';
import { Blocks, readInput, type BlockDelta, type BlockStep } from './blocks.ts';
import type { MessageFields } from './chat-request.ts';

/** A growing block, and the arguments of a call as received. */
interface Draft {
  block: ContentBlock;
  json: string;
}

interface MessageFacts {
  id: string;
  model: string;
  /** Tokens of the prompt by our own count; the provider's count comes at the end. */
  promptTokens: number;
  requestId: string;
  fields: MessageFields;
}

/** An event without content, so that no proxy closes the connection as idle. */
export const PING = eventOf('ping', {});

const REASONS: Readonly<Record<FinishReason, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  incomplete: 'max_tokens',
};

/** Joins the entries of a call into the message for a client without `stream`. */
export class MessageBuilder {
  readonly #blocks = new Blocks();
  readonly #drafts: Draft[] = [];

  add(entry: LogEntry): void {
    for (const step of this.#blocks.read(entry)) this.#apply(step);
  }

  build({ id, model }: Pick<MessageAnswer, 'id' | 'model'>, end: ReplyEnd): MessageAnswer {
    for (const step of this.#blocks.end()) this.#apply(step);
    return {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: this.#drafts.flatMap(({ block, json }) => finished(block, json) ?? []),
      ...toStop(end),
      container: null,
      usage: toMessageUsage(end),
    };
  }

  #apply(step: BlockStep): void {
    if (step.type === 'start') this.#drafts.push({ block: { ...step.block }, json: '' });
    const draft = this.#drafts.at(-1);
    if (draft && step.type === 'delta') grow(draft, step.delta);
  }
}

function grow(draft: Draft, delta: BlockDelta): void {
  const { block } = draft;
  if (delta.type === 'input_json_delta') draft.json += delta.partial_json;
  if (delta.type === 'text_delta' && block.type === 'text') block.text += delta.text;
  if (block.type !== 'thinking') return;
  if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
  if (delta.type === 'signature_delta') block.signature += delta.signature;
}

/**
 * Replaces incomplete arguments by an empty object instead of guessing, and drops unsigned thoughts, which a
 * client could not send back.
 */
function finished(block: ContentBlock, json: string): ContentBlock | null {
  if (block.type === 'tool_use') return { ...block, input: readInput(json) ?? {} };
  return block.type === 'thinking' && block.signature === '' ? null : block;
}

/** The events of one streamed message. */
export class MessageEvents implements CallWriter {
  readonly #blocks = new Blocks();
  readonly #streamed: MessageFacts;
  /** The index of the open block, or of the last one. */
  #index = -1;

  constructor(streamed: MessageFacts) {
    this.#streamed = streamed;
  }

  opening(): string {
    const { id, model, promptTokens } = this.#streamed;
    const usage = { promptTokens, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };
    const message: MessageAnswer = {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      container: null,
      usage: toMessageUsage({ usage, costMicro: '0' }),
    };
    return eventOf('message_start', { message });
  }

  piece(entry: LogEntry): string {
    return this.#write(this.#blocks.read(entry));
  }

  closing(end: ReplyEnd): string {
    if (end.state !== 'done') return this.failure(this.#streamed.fields.ofRun(endError(end)));
    const { cache_creation: _creation, service_tier: _tier, ...usage } = toMessageUsage(end);
    const { stop_reason, stop_sequence, stop_details } = toStop(end);
    const delta = { stop_reason, stop_sequence, stop_details, container: null };
    const rest = this.#write(this.#blocks.end());
    return `${rest}${eventOf('message_delta', { delta, usage })}${eventOf('message_stop', {})}`;
  }

  /** The last event of the stream. */
  failure(error: AppError): string {
    const { type: _type, ...body } = messageErrorBody(error, this.#streamed.requestId);
    return eventOf('error', body);
  }

  #write(steps: readonly BlockStep[]): string {
    let events = '';
    for (const step of steps) {
      if (step.type === 'start') this.#index += 1;
      events += this.#event(step);
    }
    return events;
  }

  #event(step: BlockStep): string {
    const index = this.#index;
    if (step.type === 'start') return eventOf('content_block_start', { index, content_block: step.block });
    if (step.type === 'stop') return eventOf('content_block_stop', { index });
    return eventOf('content_block_delta', { index, delta: step.delta });
  }
}

function eventOf(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
}

/** The reason why a message ended. The stop sequence is known only if the provider reports it. */
function toStop({
  finishReason,
  stopSequence,
}: ReplyEnd): Pick<MessageAnswer, 'stop_reason' | 'stop_sequence' | 'stop_details'> {
  const sequence = finishReason === 'stop' && stopSequence !== undefined ? stopSequence : null;
  return {
    stop_reason: sequence === null ? REASONS[finishReason ?? 'stop'] : 'stop_sequence',
    stop_sequence: sequence,
    stop_details: null,
  };
}

/**
 * The usage of a call that ended. Unlike in the other dialects, tokens read from or written to the cache are
 * not part of the input.
 */
function toMessageUsage({ usage, costMicro }: Pick<ReplyEnd, 'usage' | 'costMicro'>): MessageUsage {
  const [short, long] = [usage?.cacheWriteTokens ?? 0, usage?.cacheWriteLongTokens ?? 0];
  const read = usage?.cachedTokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage?.promptTokens ?? 0) - read - short - long),
    cache_creation_input_tokens: short + long,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens: usage?.completionTokens ?? 0,
    output_tokens_details: { thinking_tokens: usage?.reasoningTokens ?? 0 },
    server_tool_use: null,
    service_tier: 'standard',
    cost: Number(costMicro) / 1_000_000,
  };
}
