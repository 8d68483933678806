import { NO_TEXT_COMPLETION } from './text-completions.ts';

/** Behaviours that PaLM's wire does not support, by name, with the reason. */
export const NO_PALM: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(NO_TEXT_COMPLETION).filter(
      ([name]) => !['filters its answer', 'sends a usage that cannot be'].includes(name),
    ),
  ),
  'stops at the cap': 'it does not say; what its count tells is tried with the recordings',
  'stops at a word that it is given': 'it takes no such words',
  'refuses with filter': 'it does not say whether the prompt or the answer is kept back',
  'ends without a finish reason': 'it has none: what is whole has ended',
};
