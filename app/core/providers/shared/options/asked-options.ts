import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';

/** The options of a call for a model, beside everything that decides whether the model takes them. */
export interface AskedOptions {
  /** The provider's own name of the model. */
  model: string;
  options: CompletionOptions;
  messages: readonly PromptMessage[];
  /** The cap of the answer, in tokens. */
  maxOutputTokens: number;
  /** The base URL of the provider; null where none is set. */
  address: string | null;
}

/** Values that mean the same as no value. */
export const NEUTRAL: CompletionOptions = {
  temperature: 1,
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  n: 1,
};

/** Whether a call asks for something with an option. */
export function isAsked(options: CompletionOptions, name: keyof CompletionOptions): boolean {
  const value = options[name];
  return value !== undefined && value !== null && value !== NEUTRAL[name];
}
