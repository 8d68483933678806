import type { CompletionOptions } from '#app/contracts/completion.ts';

type Stop = CompletionOptions['stop'];

/** Which stop sequences a wire takes. */
export interface StopRules {
  isTaken(sequence: string): boolean;
  /** How many. */
  max: number;
}

/** The stop sequences of a call that are sent: the first ones that the wire takes. */
export function sentStops(stop: Stop, rules: StopRules): string[] {
  return placesOf(stop, rules).map((place) => listOf(stop)[place]!);
}

/** The names of the stop sequences that are not sent: `stop` for all of them, else `stop[1]` for one. */
export function unsentStops(stop: Stop, rules: StopRules): string[] {
  const sent = new Set(placesOf(stop, rules));
  const stops = listOf(stop);
  const names = stops.flatMap((_, place) => (sent.has(place) ? [] : [`stop[${place}]`]));
  return names.length > 0 && names.length === stops.length ? ['stop'] : names;
}

function listOf(stop: Stop): string[] {
  if (stop === null || stop === undefined) return [];
  return typeof stop === 'string' ? [stop] : stop;
}

function placesOf(stop: Stop, { isTaken, max }: StopRules): number[] {
  return listOf(stop)
    .flatMap((sequence, place) => (isTaken(sequence) ? [place] : []))
    .slice(0, max);
}
