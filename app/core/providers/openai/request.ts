import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { refused } from '#app/core/providers/shared/failure.ts';
import { isRequested, sentStops } from '#app/core/providers/shared/options.ts';
import { withFunctionsOnly } from '#app/core/providers/shared/text-tools.ts';
import { withWireCalls } from '#app/core/providers/shared/tool-calls.ts';
import type { ProviderRequest } from '../contract.ts';
import { isVideoUrl, withDetectedType } from '../shared/data-url.ts';
import { OPENAI_OPTIONS, OPENAI_STOPS, unsupportedOptions } from './options.ts';
import { callRulesOf, type Target } from './target.ts';

/**
 * Converts our request to OpenAI's format.
 * @param target distinguishes the maker's own API from the many providers of its format: the maker's newer
 * models refuse `max_tokens`, while some other providers (Ollama) silently ignore `max_completion_tokens`,
 * and an ignored limit costs money; few others know the developer role, and none knows tools that take plain
 * text.
 */
export function toWireRequest(original: ProviderRequest, target: Target): ChatCompletionCreateParams {
  const { isOpenAi: own, isPerplexity } = target;
  const named = withWireCalls(original, callRulesOf(target));
  const request = own ? named : withFunctionsOnly(named);
  const cap = own
    ? { max_completion_tokens: request.maxOutputTokens }
    : { max_tokens: request.maxOutputTokens };
  const delivery =
    request.delivery === 'stream'
      ? { stream: true as const, stream_options: { include_usage: true } }
      : { stream: false as const };
  return {
    model: request.model,
    messages: request.messages.map((message) => toTurn(message, target)),
    ...delivery,
    ...cap,
    ...supportedOptions(request.options, unsupportedOptions(request.model, target)),
    // Perplexity's fee depends on how much of the web is read; the price in the catalogue covers this size.
    ...(isPerplexity && { web_search_options: { search_context_size: 'low' as const } }),
  };
}

/**
 * Few providers but the maker know the developer role; the maker and other strict providers refuse thoughts,
 * which several others want back. Signed blocks of another wire are only for that wire.
 */
function toTurn(message: PromptMessage, target: Target): PromptMessage {
  const { isOpenAi: own, isStrict } = target;
  if (message.role === 'developer') return plain(own ? message : { ...message, role: 'system' }, target);
  if (message.role !== 'assistant') return plain(message, target);
  const { reasoning_details: _signed, ...unsigned } = plain(message, target) as typeof message & Thoughtful;
  if (!isStrict) return unsigned;
  const { reasoning_content: _thought, ...turn } = unsigned;
  return turn;
}

/**
 * A turn without the cache marks of another wire, which strict providers refuse, and with the labels of
 * images corrected to their types.
 */
function plain<Turn extends PromptMessage>(turn: Turn, target: Target): Turn {
  const { content } = turn;
  return Array.isArray(content) ? { ...turn, content: content.map((part) => plainPart(part, target)) } : turn;
}

function plainPart(part: object, { isOpenAi }: Target): object {
  const clean = withoutCacheMark(part) as MediaPart;
  const { image_url: image, file } = clean;
  if (image) return { ...clean, image_url: { ...image, url: withDetectedType(image.url) } };
  if (!file?.file_data) return clean;
  const data = withDetectedType(file.file_data);
  if (!isVideoUrl(data)) return { ...clean, file: { ...file, file_data: data } };
  if (isOpenAi) throw refused('this provider does not take videos');
  // All other providers that accept videos accept them in OpenRouter's form.
  return { type: 'video_url', video_url: { url: data } };
}

interface MediaPart {
  image_url?: { url: string };
  file?: { file_data?: string };
}

function withoutCacheMark<Item extends object>(item: Item): Item {
  if (!('cache_control' in item)) return item;
  const { cache_control: _mark, ...rest } = item;
  return rest as Item;
}

/** Thoughts of an answer, as clients send them back. */
interface Thoughtful {
  reasoning_content?: unknown;
  reasoning_details?: unknown;
}

/**
 * The options that this wire supports, without those to leave out, and without defaults: a model cannot
 * refuse an absent default that it does not know.
 */
function supportedOptions(
  options: CompletionOptions,
  omitted: readonly (keyof CompletionOptions)[],
): CompletionOptions {
  const entries: [string, unknown][] = [];
  for (const name of OPENAI_OPTIONS) {
    if (!isRequested(options, name) || omitted.includes(name)) continue;
    const shape = CONVERTED[name];
    entries.push([name, shape ? shape(options) : options[name]]);
  }
  return Object.fromEntries(entries);
}

/** Options that have another form on the wire. */
const CONVERTED: Partial<Record<string, (options: CompletionOptions) => unknown>> = {
  tools: ({ tools }) => tools?.map(withoutCacheMark),
  stop: ({ stop }) => {
    const accepted = sentStops(stop, OPENAI_STOPS);
    return accepted.length === 0 || typeof stop !== 'string' ? accepted : stop;
  },
};
