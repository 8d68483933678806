import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ProviderRequest } from '../contract.ts';

/** The maker's own models that reason: they refuse sampling parameters and stop sequences. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d{2}))/;

/**
 * Our request in OpenAI's words.
 * @param baseUrl tells the maker's own API from the many that speak its format: the maker's newer models
 *   refuse `max_tokens`, while some of the others (Ollama) silently ignore `max_completion_tokens`, and an
 *   ignored cap is money.
 */
export function toWireRequest(
  request: ProviderRequest,
  baseUrl: string,
): ChatCompletionCreateParamsStreaming {
  const own = new URL(baseUrl).hostname === 'api.openai.com';
  const body: ChatCompletionCreateParamsStreaming = {
    model: request.model,
    messages: request.messages,
    stream: true,
    stream_options: { include_usage: true },
  };
  if (own) body.max_completion_tokens = request.maxOutputTokens;
  else body.max_tokens = request.maxOutputTokens;
  if (own && REASONING_MODEL.test(request.model)) return body;
  // A default that is left out cannot be refused by a model that does not know it.
  if (differs(request.temperature, 1)) body.temperature = request.temperature;
  if (differs(request.topP, 1)) body.top_p = request.topP;
  if (differs(request.frequencyPenalty, 0)) body.frequency_penalty = request.frequencyPenalty;
  if (differs(request.presencePenalty, 0)) body.presence_penalty = request.presencePenalty;
  if (request.stop && request.stop.length > 0) body.stop = request.stop;
  return body;
}

function differs(value: number | undefined, fallback: number): value is number {
  return value !== undefined && value !== fallback;
}
