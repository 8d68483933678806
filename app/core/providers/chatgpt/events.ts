import type { FinishReason } from '#app/contracts/generation.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { GrowingText } from '#app/core/providers/shared/growing-text.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { toProviderError } from './failure.ts';

const DONE = '[DONE]';

/** Why a message ended, in our words; any other is an ordinary end. */
const REASONS: Readonly<Record<string, FinishReason>> = { max_tokens: 'length' };

/** Reads one answer of the website, of which each event brings the whole text so far. It tells no usage. */
export class SnapshotReader implements WireReader {
  finished = false;
  ended = false;
  readonly #text = new GrowingText();
  #messageId: unknown;

  constructor(private readonly secrets: readonly string[]) {}

  read(data: string, events: ProviderEvent[]): void {
    if (data === DONE) {
      this.ended = true;
      return;
    }
    const event = parseObject(data);
    if (event['error'] != null || event['detail'] != null)
      throw toProviderError({ status: null, body: event, secrets: this.secrets });
    const { message } = event;
    if (!this.finished && isObject(message) && isSpoken(message)) this.#take(message, events);
  }

  #take(message: Record<string, unknown>, events: ProviderEvent[]): void {
    const { id, end_turn: isEnd, content, metadata } = message;
    if (this.#messageId !== undefined && id !== this.#messageId) this.#text.restart();
    this.#messageId = id;
    const details = isObject(metadata) ? metadata['finish_details'] : undefined;
    const reason = isObject(details) ? details['type'] : undefined;
    this.finished = isEnd === true || typeof reason === 'string';
    const added = this.#text.grow(textIn(content), this.finished);
    if (added !== '') events.push({ type: 'text', text: added });
    if (!this.finished) return;
    const known = typeof reason === 'string' && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
    events.push({ type: 'finish', reason: known ?? 'stop', choice: 0 });
  }
}

/** What is said to the person: the service echoes the question, and its models speak with tools. */
function isSpoken({ author, role, recipient }: Record<string, unknown>): boolean {
  const speaker = isObject(author) ? author['role'] : role;
  return speaker === 'assistant' && (recipient === undefined || recipient === 'all');
}

function textIn(content: unknown): string {
  const parts = isObject(content) ? content['parts'] : undefined;
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined;
  return typeof first === 'string' ? first : '';
}
