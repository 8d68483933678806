import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '../contract.ts';

/** The maker's own models that reason: they refuse sampling parameters and stop sequences. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d{2}))/;

/** What means the same as being left out. A default that is left out cannot be refused by a model that does not know it. */
const DEFAULTS: CompletionOptions = {
  temperature: 1,
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  n: 1,
};

/** What those models refuse. */
const SAMPLING: readonly (keyof CompletionOptions)[] = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
];

/**
 * Our request in OpenAI's words.
 * @param baseUrl tells the maker's own API from the many that speak its format: the maker's newer models
 *   refuse `max_tokens`, while some of the others (Ollama) silently ignore `max_completion_tokens`, and an
 *   ignored cap is money.
 */
export function toWireRequest(request: ProviderRequest, baseUrl: string): ChatCompletionCreateParams {
  const own = new URL(baseUrl).hostname === 'api.openai.com';
  const cap = own
    ? { max_completion_tokens: request.maxOutputTokens }
    : { max_tokens: request.maxOutputTokens };
  const delivery =
    request.delivery === 'stream'
      ? { stream: true as const, stream_options: { include_usage: true } }
      : { stream: false as const };
  const spared = own && REASONING_MODEL.test(request.model) ? SAMPLING : [];
  return {
    model: request.model,
    messages: request.messages,
    ...delivery,
    ...cap,
    ...withoutDefaults(request.options, spared),
  };
}

function withoutDefaults(
  options: CompletionOptions,
  spared: readonly (keyof CompletionOptions)[],
): CompletionOptions {
  const kept = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined &&
      value !== DEFAULTS[name as keyof CompletionOptions] &&
      !spared.includes(name as keyof CompletionOptions),
  );
  return Object.fromEntries(kept);
}
