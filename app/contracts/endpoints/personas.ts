import type { EndpointFacts, OwnKeyFacts } from './facts.ts';

/** About 7,000 tokens. */
const CONTEXT_MAX = 28_000;
const PERSONA_MAX = 20_000;

/** The senders of its replies. */
const SELF = 'BingAI';
const PERSONA = 'Sydney';

/** Bing's chat, as itself or as a persona. */
export const BING_AI: EndpointFacts = {
  label: 'BingAI',
  sender: SELF,
  personaSender: PERSONA,
  personaCookie: 'lastBingSettings',
  hasSession: true,
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
    {
      kind: 'flag',
      name: 'jailbreak',
      option: 'jailbreak',
      defaultValue: false,
      names: { off: SELF, on: PERSONA },
    },
    { kind: 'text', name: 'systemMessage', option: 'systemMessage', max: PERSONA_MAX },
    { kind: 'text', name: 'context', option: 'context', max: CONTEXT_MAX },
  ],
};

/** The cookie of a session of a user. */
export const BING_AI_KEY: OwnKeyFacts = {
  label: 'Bing',
  kind: 'session',
  setting: 'BING_COOKIE',
  address: 'BING_BASE_URL',
  providers: ['bing', 'sandbox-bing'],
};

/**
 * The endpoints that answer as themselves or as a persona. Apart from the table of all endpoints, which is larger
 * than a new chat needs.
 */
export const PERSONA_FACTS: Readonly<Record<string, EndpointFacts>> = { bingAI: BING_AI };
