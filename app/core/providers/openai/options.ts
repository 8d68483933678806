import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { OptionName } from '#app/contracts/openai/chat-request.ts';
import {
  isRequested,
  unsentStops,
  type RequestedOptions,
  type StopRules,
} from '#app/core/providers/shared/options.ts';
import { unenforcedGrammars } from '#app/core/providers/shared/text-tools.ts';
import { targetOf, type Target } from './target.ts';

/**
 * The options that OpenAI's wire supports. None of them changes a price: `n` is included in the hold, the
 * rest is free.
 */
export const OPENAI_OPTIONS: readonly OptionName[] = [
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'n',
  'stop',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'prompt_cache_key',
  'functions',
  'function_call',
];

/** The maker's own reasoning models: they refuse sampling parameters and stop sequences. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d{2}))/;

const SAMPLING: readonly (keyof CompletionOptions)[] = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
];

/** Options that only other providers support. */
const OTHERS_ONLY: readonly (keyof CompletionOptions)[] = ['top_k'];

/**
 * Options that affect only the maker's own cache and no answer: strict providers refuse a request that has
 * them.
 */
const OPENAI_ONLY: readonly (keyof CompletionOptions)[] = ['prompt_cache_key'];

/** An empty stop sequence is refused, and so are more than four. */
export const OPENAI_STOPS: StopRules = { accepts: (sequence) => sequence !== '', max: 4 };

/** The options that a model refuses at a target. */
export function unsupportedOptions(
  model: string,
  { isOpenAi }: Target,
): readonly (keyof CompletionOptions)[] {
  if (!isOpenAi) return OPENAI_ONLY;
  return REASONING_MODEL.test(model) ? [...OTHERS_ONLY, ...SAMPLING] : OTHERS_ONLY;
}

/** The options that a request in OpenAI's format leaves out, by the same rules as the request itself. */
export function omittedByOpenAi({ model, options, address }: RequestedOptions): string[] {
  if (address === null) return [];
  const target = targetOf(new URL(address));
  const refused = unsupportedOptions(model, target).filter((name) => isRequested(options, name));
  return [
    ...refused,
    ...(refused.includes('stop') ? [] : unsentStops(options.stop, OPENAI_STOPS)),
    ...(target.isOpenAi ? [] : unenforcedGrammars(options)),
  ];
}
