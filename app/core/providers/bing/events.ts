import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { GrowingText } from '#app/core/providers/shared/growing-text.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { toProviderError } from './failure.ts';
import { RecordDecoder } from './records.ts';
import { pictureLink, Sources, withoutHalfMark } from './sources.ts';
import { readSuggestions } from './suggestions.ts';

/** Types of records. */
const UPDATE = 1;
const LAST = 2;
const COMPLETION = 3;

interface ReaderOptions {
  /** What must not be in the message of an error; it may grow while the call is opened. */
  secrets: readonly string[];
  /** Where pictures are made. */
  baseUrl: string;
}

type Message = Record<string, unknown>;

/** Reads one answer of Bing's: updates of the whole text so far, then the last record, which has all of it. */
export class UpdateReader implements WireReader {
  finished = false;
  readonly framing = new RecordDecoder();
  readonly #text = new GrowingText(withoutHalfMark);
  readonly #sources = new Sources();
  #messageId: unknown;
  #picture = '';

  constructor(private readonly options: ReaderOptions) {}

  /** What completes the answer is the last. */
  get ended(): boolean {
    return this.finished;
  }

  read(data: string, events: ProviderEvent[]): void {
    const record = parseObject(data);
    if (record['error'] != null) throw this.#failure(record);
    if (record['type'] === UPDATE) this.#update(firstOf(record['arguments']), events);
    else if (record['type'] === LAST) this.#last(record['item'], events);
    else if (record['type'] === COMPLETION) this.#finish('stop', events);
  }

  #update(update: Message | undefined, events: ProviderEvent[]): void {
    const message = firstOf(update?.['messages']);
    if (!update || !message) return;
    this.#look(message);
    if (!isSpoken(message)) return;
    if (update['cursor'] !== undefined) this.#text.restart();
    this.#say(message, false, events);
  }

  #last(item: unknown, events: ProviderEvent[]): void {
    const { result, messages: list } = isObject(item) ? item : {};
    if (isObject(result) && result['value'] !== 'Success') throw this.#failure({ result });
    const messages = Array.isArray(list) ? list.filter(isObject) : [];
    for (const message of messages) this.#look(message);
    if (messages.some(isModerated)) return this.#withhold(events);
    const answer = messages.findLast(isSpoken);
    if (answer) {
      this.#say(answer, true, events);
      const more = this.#sources.addresses(answer['sourceAttributions']);
      if (more !== '') events.push({ type: 'text', text: more });
    }
    if (this.#picture !== '')
      events.push({ type: 'text', text: this.#text.hasBegun ? `\n\n${this.#picture}` : this.#picture });
    else if (!this.#text.hasBegun && messages.some(isAtLimit))
      throw new ProviderError('provider_rate_limited', 'the provider takes no more questions', {
        retryable: true,
      });
    const texts = this.#text.hasBegun ? readSuggestions(answer?.['suggestedResponses']) : [];
    if (texts.length > 0) events.push({ type: 'suggestions', texts });
    this.#finish('stop', events);
  }

  /** What was said stays said; where nothing was, the question is refused. */
  #withhold(events: ProviderEvent[]): void {
    if (!this.#text.hasBegun)
      throw new ProviderError('content_filter', 'the provider does not answer this question');
    this.#finish('content_filter', events);
  }

  #finish(reason: 'stop' | 'content_filter', events: ProviderEvent[]): void {
    if (this.finished) return;
    this.finished = true;
    events.push({ type: 'finish', reason, choice: 0 });
  }

  #say({ messageId, text }: Message, isLast: boolean, events: ProviderEvent[]): void {
    if (this.#messageId !== undefined && messageId !== this.#messageId) this.#text.restart();
    this.#messageId = messageId;
    if (typeof text !== 'string') return;
    const added = this.#text.grow(text, isLast);
    if (added !== '') events.push({ type: 'text', text: this.#sources.link(added) });
  }

  /** A picture that is to be made is no text: of several the first counts. */
  #look({ author, contentType, text }: Message): void {
    if (author === 'bot' && contentType === 'IMAGE' && this.#picture === '')
      this.#picture = pictureLink(text, this.options.baseUrl);
  }

  #failure(body: Message): ProviderError {
    return toProviderError({ status: null, body, secrets: this.options.secrets });
  }
}

/** What is said to the person: neither progress nor an apology. */
function isSpoken(message: Message): boolean {
  const { author, messageType, contentType } = message;
  const isPlain = messageType === undefined || messageType === null || messageType === 'Chat';
  return (
    author === 'bot' && isPlain && contentType !== 'IMAGE' && !isModerated(message) && !isAtLimit(message)
  );
}

/** Stands where the service has looked at what was said, and does not like it. */
function isModerated({ author, contentOrigin, offense, topicChangerText }: Message): boolean {
  return (
    author !== 'user' && (contentOrigin === 'Apology' || offense === 'OffenseTrigger' || !!topicChangerText)
  );
}

function isAtLimit({ contentOrigin }: Message): boolean {
  return contentOrigin === 'TurnLimiter';
}

function firstOf(list: unknown): Message | undefined {
  const one: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(one) ? one : undefined;
}
