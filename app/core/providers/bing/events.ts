import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { GrowingText } from '#app/core/providers/shared/growing-text.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { toProviderError } from './failure.ts';
import { RecordDecoder } from './socket.ts';

/** Record types. */
const UPDATE = 1;

const LAST = 2;

const COMPLETION = 3;

interface ReaderOptions {
  /** Strings that must not appear in error messages; the list may grow while the call is opened. */
  secrets: readonly string[];
  /** Base of the links to the image creator. */
  baseUrl: string;
}

type Message = Record<string, unknown>;

const MAX_SUGGESTIONS = 3;

const MAX_SUGGESTION_CHARACTERS = 200;

/** Bing's mark for a source in its text: `[^1^]`. */
const MARK = /\[\^(\d{1,2})\^\]/g;

const HALF_MARK = /\[(?:\^(?:\d{1,2}\^?)?)?$/;

const MAX_MARK_LENGTH = 6;

const MAX_ADDRESS = 2_000;

const MAX_NAME = 200;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Reads one answer from Bing: updates with the whole text so far, then a last record with the whole answer.
 */
export class UpdateReader implements WireReader {
  finished = false;
  readonly framing = new RecordDecoder();
  readonly #text = new GrowingText(withoutHalfMark);
  readonly #sources = new Sources();
  #messageId: unknown;
  #imageLink = '';

  constructor(private readonly options: ReaderOptions) {}

  /** The completing record is the last. */
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
    this.#readImage(message);
    if (!isForUser(message)) return;
    if (update['cursor'] !== undefined) this.#text.restart();
    this.#append(message, false, events);
  }

  #last(item: unknown, events: ProviderEvent[]): void {
    const { result, messages: list } = isObject(item) ? item : {};
    if (isObject(result) && result['value'] !== 'Success') throw this.#failure({ result });
    const messages = Array.isArray(list) ? list.filter(isObject) : [];
    for (const message of messages) this.#readImage(message);
    if (messages.some(isModerated)) return this.#withhold(events);
    const answer = messages.findLast(isForUser);
    if (answer) {
      this.#append(answer, true, events);
      const more = this.#sources.addresses(answer['sourceAttributions']);
      if (more !== '') events.push({ type: 'text', text: more });
    }
    if (this.#imageLink !== '')
      events.push({ type: 'text', text: this.#text.hasBegun ? `\n\n${this.#imageLink}` : this.#imageLink });
    else if (!this.#text.hasBegun && messages.some(isAtLimit))
      throw new ProviderError('provider_rate_limited', 'the provider takes no more questions', {
        retryable: true,
      });
    const texts = this.#text.hasBegun ? readSuggestions(answer?.['suggestedResponses']) : [];
    if (texts.length > 0) events.push({ type: 'suggestions', texts });
    this.#finish('stop', events);
  }

  /** Text already passed on stays; if there was none, the question is refused. */
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

  #append({ messageId, text }: Message, isLast: boolean, events: ProviderEvent[]): void {
    if (this.#messageId !== undefined && messageId !== this.#messageId) this.#text.restart();
    this.#messageId = messageId;
    if (typeof text !== 'string') return;
    const added = this.#text.grow(text, isLast);
    if (added !== '') events.push({ type: 'text', text: this.#sources.link(added) });
  }

  /** A request to create an image is not text; only the first one counts. */
  #readImage({ author, contentType, text }: Message): void {
    if (author === 'bot' && contentType === 'IMAGE' && this.#imageLink === '')
      this.#imageLink = imageLink(text, this.options.baseUrl);
  }

  #failure(body: Message): ProviderError {
    return toProviderError({ status: null, body, secrets: this.options.secrets });
  }
}

/** Whether a message is addressed to the user: neither progress nor an apology. */
function isForUser(message: Message): boolean {
  const { author, messageType, contentType } = message;
  const isPlain = messageType === undefined || messageType === null || messageType === 'Chat';
  return (
    author === 'bot' && isPlain && contentType !== 'IMAGE' && !isModerated(message) && !isAtLimit(message)
  );
}

/** Whether the service's moderation has withdrawn the answer. */
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

/**
 * Suggested next messages of the user: at most three, each on one line; those that are too long are dropped.
 */
export function readSuggestions(list: unknown): string[] {
  const found: readonly unknown[] = Array.isArray(list) ? list.slice(0, MAX_SUGGESTIONS) : [];
  return found.flatMap((one) => {
    const text = isObject(one) ? one['text'] : undefined;
    if (typeof text !== 'string' || text.length > MAX_SUGGESTION_CHARACTERS) return [];
    return text.replace(/\s+/g, ' ').trim() || [];
  });
}

/**
 * The index at which an incomplete source mark begins at the end of a text; the text's length if there is
 * none.
 */
export function withoutHalfMark(text: string): number {
  const half = HALF_MARK.exec(text.slice(-MAX_MARK_LENGTH));
  return half ? text.length - half[0].length : text.length;
}

/**
 * Turns source marks into links. Their addresses only arrive after the text, so each mark becomes a Markdown
 * reference, which is also readable if the answer is cut before them.
 */
export class Sources {
  readonly #referenced = new Set<number>();
  /** The last character passed on. */
  #last = ' ';

  /** @param text must not contain a cut mark */
  link(text: string): string {
    const linked = text.replace(MARK, (_mark, digits: string, at: number) => {
      const number = Number(digits);
      this.#referenced.add(number);
      // Two adjacent references would be read as one.
      const before = at === 0 ? this.#last : text[at - 1]!;
      return `${/\s/.test(before) ? '' : ' '}[${labelOf(number)}]`;
    });
    this.#last = linked.at(-1) ?? this.#last;
    return linked;
  }

  /**
   * The link definitions of the sources that were referred to and have a web address. @param attributions in
   * the order of their numbers
   */
  addresses(attributions: unknown): string {
    const list: readonly unknown[] = Array.isArray(attributions) ? attributions : [];
    const lines = [...this.#referenced].flatMap((number) => {
      const source = list[number - 1];
      const address = isObject(source) ? webAddress(source['seeMoreUrl']) : null;
      if (address === null) return [];
      return `[${labelOf(number)}]: <${address}>${titleOf((source as { providerDisplayName?: unknown }).providerDisplayName)}`;
    });
    return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
  }
}

/** A link to Bing's page that creates the image. */
export function imageLink(description: unknown, baseUrl: string): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  const words = onOneLine(description);
  const url = new URL('/images/create', baseUrl);
  url.searchParams.set('q', words);
  return `[${words.replace(/[\\[\]`*_<>!&~]/g, '\\$&')}](<${url.href}>)`;
}

function labelOf(number: number): string {
  return String(number).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
}

function webAddress(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > MAX_ADDRESS) return null;
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.href.replace(/[\\<>\s]/g, encodeURIComponent);
}

function titleOf(name: unknown): string {
  const words = typeof name === 'string' ? onOneLine(name) : '';
  return words === '' ? '' : ` "${words.replace(/["\\]/g, '\\$&')}"`;
}

function onOneLine(text: string): string {
  return text.slice(0, MAX_NAME).replace(/\s+/g, ' ').trim();
}
