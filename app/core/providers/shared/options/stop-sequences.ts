import type { CompletionOptions } from '#app/contracts/completion.ts';

type Stop = CompletionOptions['stop'];

/** The stop sequences of a call, as a list. */
export function stopsOf(stop: Stop): string[] {
  if (stop === null || stop === undefined) return [];
  return typeof stop === 'string' ? [stop] : stop;
}

/**
 * The names of the stop sequences that a wire refuses: `stop` for all of them, else `stop[1]` for one.
 * @param isTaken whether the wire takes a sequence
 */
export function unsentStops(stop: Stop, isTaken: (sequence: string) => boolean): string[] {
  const stops = stopsOf(stop);
  const names = stops.flatMap((sequence, place) => (isTaken(sequence) ? [] : [`stop[${place}]`]));
  return names.length > 0 && names.length === stops.length ? ['stop'] : names;
}
