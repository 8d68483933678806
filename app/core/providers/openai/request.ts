import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '../contract.ts';
import { OPENAI_OPTIONS } from './options.ts';
import type { Target } from './target.ts';

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

/** What only others know. */
const OTHERS: readonly (keyof CompletionOptions)[] = ['top_k'];

/** What concerns the maker's own cache and no answer: strict ones of the others refuse a request that has it. */
const BOOKKEEPING: readonly (keyof CompletionOptions)[] = ['prompt_cache_key'];

/**
 * Our request in OpenAI's words.
 * @param target tells the maker's own API from the many that speak its format: the maker's newer models
 *   refuse `max_tokens`, while some of the others (Ollama) silently ignore `max_completion_tokens`, and an
 *   ignored cap is money; and few of the others know developers.
 */
export function toWireRequest(request: ProviderRequest, target: Target): ChatCompletionCreateParams {
  const { isMakers: own, isPerplexity } = target;
  const cap = own
    ? { max_completion_tokens: request.maxOutputTokens }
    : { max_tokens: request.maxOutputTokens };
  const delivery =
    request.delivery === 'stream'
      ? { stream: true as const, stream_options: { include_usage: true } }
      : { stream: false as const };
  const reasons = own && REASONING_MODEL.test(request.model);
  const left = own ? [...OTHERS, ...(reasons ? SAMPLING : [])] : BOOKKEEPING;
  return {
    model: request.model,
    messages: request.messages.map((message) => toTurn(message, own)),
    ...delivery,
    ...cap,
    ...passedOn(request.options, left),
    // Its fee goes by how much of the web is read, and this is what the price in the catalogue stands for.
    ...(isPerplexity && { web_search_options: { search_context_size: 'low' as const } }),
  };
}

/**
 * Few but the maker know developers, and the maker refuses thoughts, which several of the others want back. The signed
 * blocks of another wire are for that alone.
 */
function toTurn(message: PromptMessage, own: boolean): PromptMessage {
  if (message.role === 'developer') return unmarked(own ? message : { ...message, role: 'system' });
  if (message.role !== 'assistant') return unmarked(message);
  const { reasoning_details: _signed, ...kept } = unmarked(message) as typeof message & Thoughtful;
  if (!own) return kept;
  const { reasoning_content: _thought, ...turn } = kept;
  return turn;
}

/** A turn without the marks of another wire's cache, which strict ones refuse. */
function unmarked<Turn extends PromptMessage>(turn: Turn): Turn {
  const { content } = turn;
  return Array.isArray(content) ? { ...turn, content: content.map(withoutMark) } : turn;
}

function withoutMark<Item extends object>(item: Item): Item {
  if (!('cache_control' in item)) return item;
  const { cache_control: _mark, ...kept } = item;
  return kept as Item;
}

/** What clients send back of an answer that thought. */
interface Thoughtful {
  reasoning_content?: unknown;
  reasoning_details?: unknown;
}

/** The options that this wire takes, but for those that are left out, and defaults. */
function passedOn(options: CompletionOptions, left: readonly (keyof CompletionOptions)[]): CompletionOptions {
  const kept: [string, unknown][] = [];
  for (const name of OPENAI_OPTIONS) {
    const value = options[name];
    if (value === undefined || value === DEFAULTS[name] || left.includes(name)) continue;
    kept.push([name, name === 'tools' ? options.tools?.map(withoutMark) : value]);
  }
  return Object.fromEntries(kept);
}
