import { isAsked, type AskedOptions } from '../shared/options/asked-options.ts';
import { unsentStops } from '../shared/options/stop-sequences.ts';
import { unheldGrammars } from '../shared/options/text-tools.ts';
import { CLAUDE_STOPS, rulesOf, samplingFor } from './model-rules.ts';
import { isCrampedFor, thinkingFor } from './thinking.ts';
import { thoughtsIn } from './thoughts.ts';
import { forcesTool, toTools } from './tools.ts';

/** The options that a request of the Messages API goes without, by the same rules as the request itself. */
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

/** The prompt ends with results of tools, and the thoughts before the calls are not there. */
function lacksThoughts(messages: AskedOptions['messages']): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const caller = messages.findLast(({ role }) => role === 'assistant');
  return !caller || thoughtsIn(caller).length === 0;
}
