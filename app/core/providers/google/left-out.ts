import { isAsked, type AskedOptions } from '../shared/options/asked-options.ts';
import { unsentStops } from '../shared/options/stop-sequences.ts';
import { unheldGrammars } from '../shared/options/text-tools.ts';
import { rulesOf } from './model-rules.ts';
import { GEMINI_STOPS } from './request.ts';
import { thinkingFor } from './thinking.ts';

/** The options that a request of the Gemini API goes without, by the same rules as the request itself. */
export function leftOutByGemini({ model, options, maxOutputTokens }: AskedOptions): string[] {
  const rules = rulesOf(model);
  const config = thinkingFor(rules, { effort: options.reasoning_effort, maxOutputTokens });
  const wantsThoughts = isAsked(options, 'reasoning_effort') && options.reasoning_effort !== 'none';
  const isUnthinking = wantsThoughts && (config === undefined || config.thinkingBudget === 0);
  const sampling = (['temperature', 'top_p', 'top_k'] as const).filter((name) => isAsked(options, name));
  return [
    ...(rules.sampling ? [] : sampling),
    ...(isUnthinking ? ['reasoning_effort'] : []),
    ...unsentStops(options.stop, GEMINI_STOPS),
    ...unheldGrammars(options),
  ];
}
