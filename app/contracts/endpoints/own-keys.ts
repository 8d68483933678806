import { ANTHROPIC_KEY } from './anthropic.ts';
import { BING_AI_KEY } from './personas.ts';
import type { OwnKeyFacts } from './facts.ts';
import { GOOGLE_KEY } from './google.ts';
import { AZURE_OPENAI_KEY, CHATGPT_BROWSER_KEY, OPENAI_KEY } from './openai.ts';
import { ENDPOINTS, type Endpoint } from './table.ts';

/** The key that answers a user: the user's own; the user's own, but it is missing; or the operator's. */
export type AnsweringKey = 'own' | 'missing' | 'operator';

/** The value of a key setting that makes each user bring an own key. */
export const USER_PROVIDED = 'user_provided';

const OWN_KEYS: Partial<Record<Endpoint, OwnKeyFacts>> = {
  openAI: OPENAI_KEY,
  azureOpenAI: AZURE_OPENAI_KEY,
  google: GOOGLE_KEY,
  anthropic: ANTHROPIC_KEY,
  bingAI: BING_AI_KEY,
  chatGPTBrowser: CHATGPT_BROWSER_KEY,
};

/** The endpoints that accept a user's own key, in the specification's order. */
export const KEYED_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter((name) => OWN_KEYS[name]);

/** Facts about the own key of an endpoint; undefined if it accepts none. */
export function ownKeyFacts(endpoint: string): OwnKeyFacts | undefined {
  return KEYED_ENDPOINTS.includes(endpoint as Endpoint) ? OWN_KEYS[endpoint as Endpoint] : undefined;
}

const SETTINGS = new Map(
  KEYED_ENDPOINTS.flatMap((endpoint) => {
    const { providers, setting } = ownKeyFacts(endpoint)!;
    return providers.map((provider) => [provider, setting] as const);
  }),
);

/** The setting that can leave a provider to the users' own keys; null if the provider accepts none. */
export function ownKeySetting(provider: string): string | null {
  return SETTINGS.get(provider) ?? null;
}
