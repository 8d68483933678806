import { randomUUID } from 'node:crypto';
import type { FinishReason } from '#app/contracts/generation.ts';
import type {
  ProviderAdapter,
  ProviderCredentials,
  ProviderError,
  ProviderEvent,
  ProviderRequest,
} from '#app/core/providers/contract.ts';
import { snapshotLimit } from '#app/core/providers/shared/answer.ts';
import { classOf, failureOf, type ErrorClass, type Refusal } from '#app/core/providers/shared/failure.ts';
import { GrowingText } from '#app/core/providers/shared/growing-text.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import {
  CONTINUE_PROMPT,
  maxTranscriptTokens,
  messageText,
  transcriptOf,
} from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';
import { USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import { keyAt } from '#app/core/providers/shared/operator-key.ts';
import type { Provider, ProviderSettings } from '#app/core/providers/provider.ts';

const DONE = '[DONE]';

/** Our finish reason per reason of the website; any other counts as a normal end. */
const REASONS: Readonly<Record<string, FinishReason>> = { max_tokens: 'length' };

/** Our error class per error code. */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  token_expired: ['invalid_api_key', false],
  message_length_exceeds_limit: ['context_length', false],
};

/** Reads one answer of the website; each event contains the whole text so far. The wire reports no usage. */
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
    if (!this.finished && isObject(message) && isForUser(message)) this.#take(message, events);
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

/**
 * The ChatGPT website as it was in 2023, by the address of a proxy for it (the full URL, with the path of its
 * conversations) and a token. The service stores nothing for us; the next question begins another
 * conversation.
 */
export const chatgptAdapter: ProviderAdapter = {
  id: 'chatgpt',
  stream(request, context) {
    const { signal, credentials } = context;
    const { apiKey, baseUrl } = credentials;
    const secrets = [apiKey];
    const open = () =>
      openCall(
        {
          url: new URL(baseUrl),
          headers: {
            accept: 'text/event-stream',
            ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
          },
          json: toConversation(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, new SnapshotReader(secrets), { signal, limit: snapshotLimit(request) });
  },
};

/**
 * Converts our request to the website's format: one message, which begins a new conversation and contains the
 * earlier messages.
 * @throws ProviderError for content that the wire cannot express
 */
export function toConversation({ model, messages }: Pick<ProviderRequest, 'model' | 'messages'>) {
  return {
    action: 'next',
    messages: [
      {
        id: randomUUID(),
        role: 'user',
        author: { role: 'user' },
        content: { content_type: 'text', parts: [textOf(messages)] },
      },
    ],
    parent_message_id: randomUUID(),
    model,
    history_and_training_disabled: true,
  };
}

/** A single message is sent as it is; after earlier messages it is the last turn of a transcript. */
function textOf(messages: ProviderRequest['messages']): string {
  const [first, ...more] = messages;
  if (first && more.length === 0) return messageText(first);
  if (messages.at(-1)?.role !== 'assistant') return transcriptOf(messages);
  return transcriptOf([...messages, { role: 'user', content: CONTINUE_PROMPT }]);
}

/**
 * Whether a message is addressed to the user: the service echoes the question, and its models also talk to
 * tools.
 */
function isForUser({ author, role, recipient }: Record<string, unknown>): boolean {
  const speaker = isObject(author) ? author['role'] : role;
  return speaker === 'assistant' && (recipient === undefined || recipient === 'all');
}

function textIn(content: unknown): string {
  const parts = isObject(content) ? content['parts'] : undefined;
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined;
  return typeof first === 'string' ? first : '';
}

/**
 * Converts an error of the website: the problem is in `detail`, as text or with a code. An HTML page instead
 * gives no message.
 */
export function toProviderError({
  status,
  body,
  headers,
  secrets,
}: Refusal & { secrets: readonly string[] }): ProviderError {
  const detail = isObject(body) ? (body['detail'] ?? body['error']) : body;
  const { code, message } = isObject(detail) ? detail : { code: null, message: detail };
  return failureOf(classOf(status, [code], BY_NAME), {
    status,
    message: typeof message === 'string' ? message : '',
    headers,
    secrets,
  });
}

export const chatgptProvider: Provider = {
  dialect: 'chatgpt',
  chat: chatgptAdapter,
  options: { supported: [], hasNoLimit: true },
  tokens: { max: ({ turns }) => maxTranscriptTokens(turns) },
  credentials: websiteCredentials,
  ownKey: (value, { settings, address }) =>
    settings.SANDBOX
      ? keyAt(address, value)
      : websiteCredentials({ ...settings, CHATGPT_ACCESS_TOKEN: value }),
};

/** A proxy for the website at the operator's address; it may have a token of its own. */
function websiteCredentials(settings: ProviderSettings): ProviderCredentials | null {
  const { CHATGPT_BASE_URL: baseUrl, CHATGPT_ACCESS_TOKEN: apiKey = '' } = settings;
  return baseUrl && apiKey !== USER_PROVIDED ? { apiKey, baseUrl } : null;
}
