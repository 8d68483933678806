import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import type { MessageCreateParamsStreaming, OutputConfig } from '@anthropic-ai/sdk/resources/messages';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import { refused } from '#app/core/providers/shared/failure.ts';
import { sentStops } from '#app/core/providers/shared/options.ts';
import { withWireCalls } from '#app/core/providers/shared/tool-calls.ts';
import type { ProviderRequest } from '../contract.ts';
import {
  CLAUDE_CALLS,
  CLAUDE_STOPS,
  lacksRoomToThink,
  rulesOf,
  samplingFor,
  thinkingFor,
} from './model-rules.ts';
import { forcesTool, toTools } from './tools.ts';
import { toConversation, withoutThoughts } from './messages.ts';

/** The wire has no JSON mode without a schema. */
const JSON_ONLY = 'Answer with a single JSON object and nothing else: no explanation and no code fence.';

/**
 * Converts our request to the Messages API. It always streams: proxies cut a long answer in one piece, and a
 * caller that waits for the whole gets it assembled from the pieces. Left out are options that the wire
 * cannot express (n, seed, penalties, logprobs), and the caller's `user`, which may identify a person.
 * @throws ProviderError for messages and schemas that the wire cannot express
 */
export function toWireRequest(original: ProviderRequest): MessageCreateParamsStreaming {
  const request = withWireCalls(original, CLAUDE_CALLS);
  const { options, maxOutputTokens } = request;
  const rules = rulesOf(request.model);
  const { system, messages, lacksThoughts } = toConversation(request.messages, rules);
  if (options.response_format?.type === 'json_object') system.push({ type: 'text', text: JSON_ONLY });
  const tools = toTools(options);
  const wish = {
    effort: options.reasoning_effort,
    budget: options.thinking_budget,
    maxOutputTokens,
    forcesTool: forcesTool(tools.tool_choice),
    lacksThoughts,
  };
  const thinking = thinkingFor(rules, wish);
  const sampling = lacksRoomToThink(rules, wish) ? {} : samplingFor(rules, options);
  const kind = thinking.thinking?.type;
  const thinks = kind !== undefined && kind !== 'disabled';
  const output = { ...thinking.output_config, ...toFormat(options.response_format) };
  const stop = sentStops(options.stop, CLAUDE_STOPS);
  return {
    model: request.model,
    max_tokens: maxOutputTokens,
    stream: true,
    messages: thinks ? messages : withoutThoughts(messages),
    ...(system.length > 0 ? { system } : {}),
    ...tools,
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
    ...(thinking.thinking ? { thinking: thinking.thinking } : sampling),
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
  };
}

/**
 * Every model that the maker still serves (4.5 and newer) can answer to a schema; unsupported parts of a
 * schema become its description.
 */
function toFormat(format: CompletionOptions['response_format']): Pick<OutputConfig, 'format'> {
  if (format?.type !== 'json_schema') return {};
  const { schema, name } = format.json_schema;
  if (!schema) throw refused(`the schema ${name} of response_format is empty`);
  try {
    return { format: { type: 'json_schema', schema: transformJSONSchema(schema) } };
  } catch (error) {
    throw refused(`the schema ${name} of response_format: ${error instanceof Error ? error.message : ''}`);
  }
}
