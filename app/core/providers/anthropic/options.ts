import type { OptionName } from '#app/contracts/openai/chat-request.ts';
import { isRequested, unsentStops, type RequestedOptions } from '#app/core/providers/shared/options.ts';
import { unenforcedGrammars } from '#app/core/providers/shared/text-tools.ts';
import { CLAUDE_STOPS, lacksRoomToThink, rulesOf, samplingFor, thinkingFor } from './model-rules.ts';
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

/** The options that a request to the Messages API leaves out, by the same rules as the request itself. */
export function omittedByClaude({ model, options, messages, maxOutputTokens }: RequestedOptions): string[] {
  const rules = rulesOf(model);
  const wish = {
    effort: options.reasoning_effort,
    budget: options.thinking_budget,
    maxOutputTokens,
    forcesTool: forcesTool(toTools(options).tool_choice),
    lacksThoughts: lacksThoughts(messages),
  };
  const { thinking } = thinkingFor(rules, wish);
  const wantsThoughts = isRequested(options, 'reasoning_effort') && options.reasoning_effort !== 'none';
  const isUnthinking = wantsThoughts && (thinking === undefined || thinking.type === 'disabled');
  const sent = thinking || lacksRoomToThink(rules, wish) ? {} : samplingFor(rules, options);
  const unsent = (['temperature', 'top_p', 'top_k'] as const).filter(
    (name) => isRequested(options, name) && sent[name] === undefined,
  );
  return [
    ...unsent,
    ...(isUnthinking ? ['reasoning_effort'] : []),
    ...unsentStops(options.stop, CLAUDE_STOPS),
    ...unenforcedGrammars(options),
  ];
}

/** Whether the prompt ends with tool results and the thoughts before the calls are missing. */
function lacksThoughts(messages: RequestedOptions['messages']): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const caller = messages.findLast(({ role }) => role === 'assistant');
  return !caller || thoughtsIn(caller).length === 0;
}
