import { LABEL_MAX, PROMPT_PREFIX, REASONING_EFFORT, type EndpointFacts } from './facts.ts';

export const ANTHROPIC: EndpointFacts = {
  sender: 'Anthropic',
  actions: { canContinue: true, canRegenerate: true, canEdit: true },
  defaultModel: 'anthropic/claude-1',
  options: [
    { kind: 'text', name: 'modelLabel', option: 'modelLabel', max: LABEL_MAX, isLine: true },
    PROMPT_PREFIX,
    { kind: 'number', name: 'temperature', option: 'temperature', min: 0, max: 1, step: 0.01, usual: 1 },
    {
      kind: 'number',
      name: 'topP',
      aliases: ['top_p'],
      option: 'topP',
      min: 0,
      max: 1,
      step: 0.01,
      usual: 0.7,
      isAlwaysSaid: true,
    },
    {
      kind: 'number',
      name: 'topK',
      option: 'topK',
      min: 1,
      max: 40,
      step: 1,
      usual: 5,
      isAlwaysSaid: true,
    },
    {
      kind: 'number',
      name: 'maxOutputTokens',
      aliases: ['max_tokens'],
      option: 'maxOutputTokens',
      min: 1,
      max: 4000,
      step: 1,
      usual: 4000,
    },
    REASONING_EFFORT,
  ],
};
