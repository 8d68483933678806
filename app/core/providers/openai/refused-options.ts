import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { Target } from './target.ts';
import type { StopRules } from '../shared/options/stop-sequences.ts';

/** The maker's own models that reason: they refuse sampling parameters and stop sequences. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d{2}))/;

const SAMPLING: readonly (keyof CompletionOptions)[] = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
];

/** Options that only others know. */
const OTHERS: readonly (keyof CompletionOptions)[] = ['top_k'];

/** Concerns the maker's own cache and no answer: strict ones of the others refuse a request that has it. */
const BOOKKEEPING: readonly (keyof CompletionOptions)[] = ['prompt_cache_key'];

/** The options that a model refuses at a target. */
export function refusedBy(model: string, { isMakers }: Target): readonly (keyof CompletionOptions)[] {
  if (!isMakers) return BOOKKEEPING;
  return REASONING_MODEL.test(model) ? [...OTHERS, ...SAMPLING] : OTHERS;
}

/** An empty stop sequence is refused, and more than four. */
export const OPENAI_STOPS: StopRules = { isTaken: (sequence) => sequence !== '', max: 4 };
