import { isAsked, type AskedOptions } from '../shared/options/asked-options.ts';
import { unsentStops } from '../shared/options/stop-sequences.ts';
import { unheldGrammars } from '../shared/options/text-tools.ts';
import { OPENAI_STOPS, refusedBy } from './refused-options.ts';
import { targetOf } from './target.ts';

/** The options that a request in OpenAI's format goes without, by the same rules as the request itself. */
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
