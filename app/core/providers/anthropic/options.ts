import type { OptionName } from '#app/contracts/openai/chat-request.ts';

/** The options that the Messages API has words for. */
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
