import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';

/** The options of a call for a model, and everything else that decides whether the model accepts them. */
export interface RequestedOptions {
  /** The provider's own name for the model. */
  model: string;
  options: CompletionOptions;
  messages: readonly PromptMessage[];
  /** The limit of the answer, in tokens. */
  maxOutputTokens: number;
  /** The base URL of the provider; null if none is set. */
  address: string | null;
}

/** Values that mean the same as an absent value. */
export const NEUTRAL: CompletionOptions = {
  temperature: 1,
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  n: 1,
};

type Stop = CompletionOptions['stop'];

/** The stop sequences that a wire accepts. */
export interface StopRules {
  accepts(sequence: string): boolean;
  /** Maximum number of sequences. */
  max: number;
}

/** Whether a call sets an option to a value that has an effect. */
export function isRequested(options: CompletionOptions, name: keyof CompletionOptions): boolean {
  const value = options[name];
  return value !== undefined && value !== null && value !== NEUTRAL[name];
}

/** The stop sequences of a call that are sent: the first ones that the wire accepts. */
export function sentStops(stop: Stop, rules: StopRules): string[] {
  return acceptedIndexes(stop, rules).map((place) => listOf(stop)[place]!);
}

/**
 * The names of the stop sequences that are not sent: `stop` if none is sent, else such as `stop[1]` for each.
 */
export function unsentStops(stop: Stop, rules: StopRules): string[] {
  const sent = new Set(acceptedIndexes(stop, rules));
  const stops = listOf(stop);
  const names = stops.flatMap((_, place) => (sent.has(place) ? [] : [`stop[${place}]`]));
  return names.length > 0 && names.length === stops.length ? ['stop'] : names;
}

function listOf(stop: Stop): string[] {
  if (stop === null || stop === undefined) return [];
  return typeof stop === 'string' ? [stop] : stop;
}

function acceptedIndexes(stop: Stop, { accepts, max }: StopRules): number[] {
  return listOf(stop)
    .flatMap((sequence, place) => (accepts(sequence) ? [place] : []))
    .slice(0, max);
}
