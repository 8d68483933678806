import type { OptionName } from '#app/contracts/openai/chat-request.ts';

/**
 * The options that the Gemini API has words for, and its models take. It has words for several answers, penalties and
 * probabilities, too, and refuses each with "is not enabled for this model".
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
