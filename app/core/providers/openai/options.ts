import type { OptionName } from '#app/contracts/openai/chat-request.ts';

/** The options that go over OpenAI's wire. None of them changes a price: `n` is held for, the rest is free. */
export const OPENAI_OPTIONS: readonly OptionName[] = [
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'n',
  'stop',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'prompt_cache_key',
  'functions',
  'function_call',
];
