import type { OptionName } from '#app/contracts/openai/chat-request.ts';
import { isRequested, unsentStops, type RequestedOptions } from '#app/core/providers/shared/options.ts';
import { unenforcedGrammars } from '#app/core/providers/shared/text-tools.ts';
import { rulesOf, thinkingFor } from './model-rules.ts';
import { GEMINI_STOPS } from './request.ts';

/**
 * The options that the Gemini API and its models support. The API also has fields for several answers,
 * penalties and probabilities, but the models refuse each with "is not enabled for this model".
 */
export const GOOGLE_OPTIONS: readonly OptionName[] = [
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'seed',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
];

/** The options that a request to the Gemini API leaves out, by the same rules as the request itself. */
export function omittedByGemini({ model, options, maxOutputTokens }: RequestedOptions): string[] {
  const rules = rulesOf(model);
  const config = thinkingFor(rules, { effort: options.reasoning_effort, maxOutputTokens });
  const wantsThoughts = isRequested(options, 'reasoning_effort') && options.reasoning_effort !== 'none';
  const isUnthinking = wantsThoughts && (config === undefined || config.thinkingBudget === 0);
  const sampling = (['temperature', 'top_p', 'top_k'] as const).filter((name) => isRequested(options, name));
  return [
    ...(rules.sampling ? [] : sampling),
    ...(isUnthinking ? ['reasoning_effort'] : []),
    ...unsentStops(options.stop, GEMINI_STOPS),
    ...unenforcedGrammars(options),
  ];
}
