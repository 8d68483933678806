import type { EndpointFacts } from './facts.ts';

/** About 7,000 tokens. */
const CONTEXT_MAX = 28_000;
const PERSONA_MAX = 20_000;

/** Bing's chat, as itself or as a persona. */
export const BING_AI: EndpointFacts = {
  label: 'BingAI',
  sender: 'BingAI',
  personaSender: 'Sydney',
  actions: { canContinue: false, canRegenerate: true, canEdit: true },
  defaultModel: 'microsoft/bing',
  options: [
    {
      kind: 'choice',
      name: 'toneStyle',
      option: 'toneStyle',
      values: ['creative', 'fast', 'balanced', 'precise'],
      defaultValue: 'creative',
    },
    { kind: 'flag', name: 'jailbreak', option: 'jailbreak', defaultValue: false },
    { kind: 'text', name: 'systemMessage', option: 'systemMessage', max: PERSONA_MAX },
    { kind: 'text', name: 'context', option: 'context', max: CONTEXT_MAX },
  ],
};
