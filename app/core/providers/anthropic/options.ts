import type { OptionName } from '#app/contracts/openai/chat-request.ts';
import { isAsked, unsentStops, type AskedOptions } from '#app/core/providers/shared/options.ts';
import { unheldGrammars } from '#app/core/providers/shared/text-tools.ts';
import { CLAUDE_STOPS, isCrampedFor, rulesOf, samplingFor, thinkingFor } from './model-rules.ts';
import { thoughtsIn } from './thoughts.ts';
import { forcesTool, toTools } from './tools.ts';

/** The options that the Messages API supports. */
export const ANTHROPIC_OPTIONS: readonly OptionName[] = [
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
];

/** The options that text completions support. */
export const COMPLETE_OPTIONS: readonly OptionName[] = ['temperature', 'top_p', 'top_k', 'stop'];

/** The options that a request to the Messages API leaves out, by the same rules as the request itself. */
export function leftOutByClaude({ model, options, messages, maxOutputTokens }: AskedOptions): string[] {
  const rules = rulesOf(model);
  const wish = {
    effort: options.reasoning_effort,
    budget: options.thinking_budget,
    maxOutputTokens,
    forcesTool: forcesTool(toTools(options).tool_choice),
    lacksThoughts: lacksThoughts(messages),
  };
  const { thinking } = thinkingFor(rules, wish);
  const wantsThoughts = isAsked(options, 'reasoning_effort') && options.reasoning_effort !== 'none';
  const isUnthinking = wantsThoughts && (thinking === undefined || thinking.type === 'disabled');
  const sent = thinking || isCrampedFor(rules, wish) ? {} : samplingFor(rules, options);
  const unsent = (['temperature', 'top_p', 'top_k'] as const).filter(
    (name) => isAsked(options, name) && sent[name] === undefined,
  );
  return [
    ...unsent,
    ...(isUnthinking ? ['reasoning_effort'] : []),
    ...unsentStops(options.stop, CLAUDE_STOPS),
    ...unheldGrammars(options),
  ];
}

/** Whether the prompt ends with tool results and the thoughts before the calls are missing. */
function lacksThoughts(messages: AskedOptions['messages']): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const caller = messages.findLast(({ role }) => role === 'assistant');
  return !caller || thoughtsIn(caller).length === 0;
}
