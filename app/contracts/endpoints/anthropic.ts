import { LABEL_MAX, PROMPT_PREFIX, REASONING_EFFORT, type EndpointFacts, type OwnKeyFacts } from './facts.ts';

export const ANTHROPIC: EndpointFacts = {
  label: 'Anthropic',
  sender: 'Anthropic',
  actions: { canContinue: true, canRegenerate: true, canEdit: true },
  defaultModel: 'anthropic/claude-1',
  options: [
    { kind: 'text', name: 'modelLabel', option: 'modelLabel', max: LABEL_MAX, isLine: true },
    PROMPT_PREFIX,
    {
      kind: 'number',
      name: 'temperature',
      option: 'temperature',
      min: 0,
      max: 1,
      step: 0.01,
      defaultValue: 1,
    },
    {
      kind: 'number',
      name: 'topP',
      aliases: ['top_p'],
      option: 'topP',
      min: 0,
      max: 1,
      step: 0.01,
      defaultValue: 0.7,
      isAlwaysSent: true,
    },
    {
      kind: 'number',
      name: 'topK',
      option: 'topK',
      min: 1,
      max: 40,
      step: 1,
      defaultValue: 5,
      isAlwaysSent: true,
    },
    {
      kind: 'number',
      name: 'maxOutputTokens',
      aliases: ['max_tokens'],
      option: 'maxOutputTokens',
      min: 1,
      max: 4000,
      step: 1,
      defaultValue: 4000,
    },
    REASONING_EFFORT,
  ],
};

/** A key of a user at Anthropic. */
export const ANTHROPIC_KEY: OwnKeyFacts = {
  label: 'Anthropic',
  kind: 'text',
  setting: 'ANTHROPIC_API_KEY',
  providers: ['anthropic', 'sandbox-messages'],
};
