import type { MessageAnswer } from '#app/contracts/anthropic/answers.ts';
import { messageErrorBody } from '#app/contracts/anthropic/message-error.ts';
import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import type { CallWriter } from '../answering/call-stream.server.ts';
import { endError } from '../answering/end-error.ts';
import { Blocks, type BlockStep } from './blocks.ts';
import { toMessageUsage, toStop } from './message-end.ts';
import type { MessageFields } from './message-fields.ts';

interface Streamed {
  id: string;
  model: string;
  /** Tokens of the prompt by our own count; what the provider counts is said at the end. */
  promptTokens: number;
  requestId: string;
  fields: MessageFields;
}

/** Says nothing, so that no proxy takes the connection for dead. */
export const PING = eventOf('ping', {});

/** The events of one streamed message. */
export class MessageEvents implements CallWriter {
  readonly #blocks = new Blocks();
  readonly #streamed: Streamed;
  /** Of the block that is open, or of the last one. */
  #index = -1;

  constructor(streamed: Streamed) {
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

  /** Nothing follows it. */
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
