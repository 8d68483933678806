import type { ProviderError, ProviderEvent, ProviderRequest } from '#app/core/providers/contract.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { classOf, failureOf, type ErrorClass, type Refusal } from '#app/core/providers/shared/failure.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import { plainText } from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';

/** The provider's names of errors that its status does not tell. */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  insufficient_quota: ['insufficient_quota', false],
  context_length_exceeded: ['context_length', false],
  content_filter: ['content_filter', false],
};

/** Reads one answer, event by event or whole. */
class ExampleReader implements WireReader {
  finished = false;
  ended = false;

  constructor(private readonly secrets: readonly string[]) {}

  read(data: string, events: ProviderEvent[]): void {
    this.ended = data === '[DONE]';
    if (this.ended) return;
    const event = parseObject(data);
    const { error, choices, usage } = event;
    if (error) throw toProviderError({ status: null, body: event, secrets: this.secrets });
    const choice: unknown = Array.isArray(choices) ? choices[0] : null;
    if (isObject(choice)) this.#readChoice(choice, events);
    if (!isObject(usage)) return;
    const [promptTokens, completionTokens] = [usage['prompt_tokens'], usage['completion_tokens']].map(
      tokenCount,
    );
    if (promptTokens != null && completionTokens != null)
      events.push({
        type: 'usage',
        usage: { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 },
      });
  }

  #readChoice(
    { delta, message = delta, finish_reason: reason }: Record<string, unknown>,
    events: ProviderEvent[],
  ) {
    const text = isObject(message) ? message['content'] : null;
    if (typeof text === 'string' && text !== '') events.push({ type: 'text', text });
    if (typeof reason !== 'string') return;
    this.finished = true;
    events.push({ type: 'finish', reason: reason === 'length' ? 'length' : 'stop', choice: 0 });
  }
}

function toProviderError({
  status,
  body,
  headers,
  secrets,
}: Refusal & { secrets: readonly string[] }): ProviderError {
  const { message, code, type } = isObject(body) && isObject(body['error']) ? body['error'] : {};
  return failureOf(classOf(status, [code, type], BY_NAME), {
    status,
    message: typeof message === 'string' ? message : '',
    headers,
    secrets,
  });
}

function toWireRequest({ model, messages, maxOutputTokens, delivery, options }: ProviderRequest) {
  return {
    model,
    messages: messages.map((message) => ({ role: message.role, content: plainText(message) })),
    max_tokens: maxOutputTokens,
    temperature: options.temperature,
    stop: options.stop,
    ...(delivery === 'stream' && { stream: true, stream_options: { include_usage: true } }),
  };
}

export const exampleProvider: Provider = {
  dialect: 'openai',
  chat: {
    id: 'openai',
    stream(request, context) {
      const { apiKey, baseUrl } = context.credentials;
      const secrets = [apiKey];
      const call = {
        url: urlBelow(baseUrl, '/chat/completions'),
        headers: { authorization: `Bearer ${apiKey}` },
        json: toWireRequest(request),
        toError: (refusal: Refusal) => toProviderError({ ...refusal, secrets }),
      };
      const bounds = { signal: context.signal, limit: answerLimit(request) };
      return readReply(() => openCall(call, context), new ExampleReader(secrets), bounds);
    },
  },
  options: { supported: ['temperature', 'stop'] },
};
