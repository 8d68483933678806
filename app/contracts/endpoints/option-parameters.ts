import type { CompletionOptions } from '../completion.ts';
import type { SendParameters } from '../send.ts';

/** What the options of a chat are called where models are asked; others are words that stand in the prompt. */
export const OPTION_PARAMETERS = {
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  reasoningEffort: 'reasoning_effort',
  toneStyle: 'toneStyle',
  jailbreak: 'jailbreak',
} as const satisfies Partial<Record<keyof SendParameters, keyof CompletionOptions>>;

/** The parameter that an option becomes; undefined for one that becomes none. */
export function parameterOf(option: string): keyof CompletionOptions | undefined {
  return Object.hasOwn(OPTION_PARAMETERS, option)
    ? OPTION_PARAMETERS[option as keyof typeof OPTION_PARAMETERS]
    : undefined;
}
