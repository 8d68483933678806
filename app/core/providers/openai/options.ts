import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { OptionName } from '#app/contracts/openai/chat-request.ts';
import {
  isAsked,
  unsentStops,
  type AskedOptions,
  type StopRules,
} from '#app/core/providers/shared/options.ts';
import { unheldGrammars } from '#app/core/providers/shared/text-tools.ts';
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
const OTHERS: readonly (keyof CompletionOptions)[] = ['top_k'];

/**
 * Options that affect only the maker's own cache and no answer: strict providers refuse a request that has
 * them.
 */
const BOOKKEEPING: readonly (keyof CompletionOptions)[] = ['prompt_cache_key'];

/** An empty stop sequence is refused, and so are more than four. */
export const OPENAI_STOPS: StopRules = { isTaken: (sequence) => sequence !== '', max: 4 };

/** The options that a model refuses at a target. */
export function refusedBy(model: string, { isMakers }: Target): readonly (keyof CompletionOptions)[] {
  if (!isMakers) return BOOKKEEPING;
  return REASONING_MODEL.test(model) ? [...OTHERS, ...SAMPLING] : OTHERS;
}

/** The options that a request in OpenAI's format leaves out, by the same rules as the request itself. */
export function leftOutByOpenAi({ model, options, address }: AskedOptions): string[] {
  if (address === null) return [];
  const target = targetOf(new URL(address));
  const refused = refusedBy(model, target).filter((name) => isAsked(options, name));
  return [
    ...refused,
    ...(refused.includes('stop') ? [] : unsentStops(options.stop, OPENAI_STOPS)),
    ...(target.isMakers ? [] : unheldGrammars(options)),
  ];
}
