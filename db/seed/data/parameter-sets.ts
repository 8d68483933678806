import type { ParameterTable } from '#app/contracts/models.ts';

const PENALTY = { min: -2, max: 2 };

/** OpenAI's models without reasoning. */
export const OPENAI_CLASSIC: ParameterTable = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  top_k: false,
  frequency_penalty: PENALTY,
  presence_penalty: PENALTY,
  stop: { most: 4 },
  seed: {},
  logit_bias: { min: -100, max: 100 },
  logprobs: { min: 0, max: 20 },
  n: { min: 1, max: 128 },
  reasoning_effort: false,
};

/** OpenAI's models with reasoning: they refuse sampling parameters. */
export const OPENAI_REASONING: ParameterTable = {
  temperature: false,
  top_p: false,
  top_k: false,
  frequency_penalty: false,
  presence_penalty: false,
  stop: false,
  seed: {},
  logit_bias: false,
  logprobs: false,
  n: { min: 1, max: 8 },
  reasoning_effort: { values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
};

/** Claude up to 4.6: top_p is refused together with a temperature, and both are refused with reasoning. */
export const CLAUDE: ParameterTable = {
  temperature: { min: 0, max: 1, yieldsTo: ['reasoning_effort'] },
  top_p: { min: 0, max: 1, yieldsTo: ['temperature', 'reasoning_effort'] },
  top_k: { min: 1, yieldsTo: ['reasoning_effort'] },
  frequency_penalty: false,
  presence_penalty: false,
  stop: { most: 4 },
  seed: false,
  logit_bias: false,
  logprobs: false,
  n: false,
};

/** From 4.7 on Claude refuses sampling parameters. */
export const CLAUDE_NEWER: ParameterTable = { ...CLAUDE, temperature: false, top_p: false, top_k: false };

/** Gemini up to 3.1, as Google serves it: penalties, several answers and logprobs "are not enabled". */
export const GEMINI: ParameterTable = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  top_k: { min: 1 },
  frequency_penalty: false,
  presence_penalty: false,
  stop: { most: 4 },
  seed: {},
  logit_bias: false,
  logprobs: false,
  n: false,
};

/** From 3.5 on Gemini ignores sampling parameters. */
export const GEMINI_NEWER: ParameterTable = { ...GEMINI, temperature: false, top_p: false, top_k: false };

/** Open weights and makers that follow OpenAI's format: the parameters that all their hosts support. */
export const OPEN: ParameterTable = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  frequency_penalty: PENALTY,
  presence_penalty: PENALTY,
  stop: { most: 4 },
};
