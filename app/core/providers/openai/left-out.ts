import { isAsked, type AskedOptions } from '../shared/options/asked-options.ts';
import { unsentStops } from '../shared/options/stop-sequences.ts';
import { OPENAI_STOPS, refusedBy } from './refused-options.ts';
import { targetOf } from './target.ts';

/** The options that a request in OpenAI's format goes without, by the same rules as the request itself. */
export function leftOutByOpenAi({ model, options, address }: AskedOptions): string[] {
  if (address === null) return [];
  const refused = refusedBy(model, targetOf(new URL(address))).filter((name) => isAsked(options, name));
  return refused.includes('stop') ? refused : [...refused, ...unsentStops(options.stop, OPENAI_STOPS)];
}
