import { ENDPOINTS, type Endpoint } from './table.ts';

/**
 * The forms of a user's own key: one text, the cookie or token of a website session, the four fields of an
 * Azure deployment, or Google's key file.
 */
export type OwnKeyKind = 'text' | 'session' | 'azure' | 'service-account';

/** The key that answers a user: the user's own; the user's own, but it is missing; or the operator's. */
export type AnsweringKey = 'own' | 'missing' | 'operator';

type KeySetting =
  | 'OPENAI_API_KEY'
  | 'ANTHROPIC_API_KEY'
  | 'GOOGLE_API_KEY'
  | 'AZURE_OPENAI_API_KEY'
  | 'BING_COOKIE'
  | 'CHATGPT_ACCESS_TOKEN';

/** How an endpoint is answered with a user's own key. */
export interface OwnKeyFacts {
  /** The display name of the endpoint, the same in every language. */
  label: string;
  kind: OwnKeyKind;
  /** The setting by which the operator leaves the endpoint to the users' own keys. */
  setting: KeySetting;
  /** The setting without which the endpoint has no address. */
  address?: 'BING_BASE_URL' | 'CHATGPT_BASE_URL';
  /** The providers that accept the key; it is sent to no other. */
  providers: readonly string[];
}

/** The value of a key setting that makes each user bring an own key. */
export const USER_PROVIDED = 'user_provided';

const OWN_KEYS: Partial<Record<Endpoint, OwnKeyFacts>> = {
  openAI: {
    label: 'OpenAI',
    kind: 'text',
    setting: 'OPENAI_API_KEY',
    providers: ['openai', 'sandbox', 'sandbox-b'],
  },
  azureOpenAI: {
    label: 'Azure OpenAI',
    kind: 'azure',
    setting: 'AZURE_OPENAI_API_KEY',
    providers: ['azure', 'sandbox-azure'],
  },
  google: {
    label: 'Google',
    kind: 'service-account',
    setting: 'GOOGLE_API_KEY',
    providers: ['google-vertex', 'sandbox-generate'],
  },
  anthropic: {
    label: 'Anthropic',
    kind: 'text',
    setting: 'ANTHROPIC_API_KEY',
    providers: ['anthropic', 'sandbox-messages'],
  },
  bingAI: {
    label: 'Bing',
    kind: 'session',
    setting: 'BING_COOKIE',
    address: 'BING_BASE_URL',
    providers: ['bing', 'sandbox-bing'],
  },
  chatGPTBrowser: {
    label: 'ChatGPT',
    kind: 'session',
    setting: 'CHATGPT_ACCESS_TOKEN',
    address: 'CHATGPT_BASE_URL',
    providers: ['chatgpt-web', 'sandbox-chatgpt'],
  },
};

/** The endpoints that accept a user's own key, in the specification's order. */
export const KEYED_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter((name) => OWN_KEYS[name]);

/** Facts about the own key of an endpoint; undefined if it accepts none. */
export function ownKeyFacts(endpoint: string): OwnKeyFacts | undefined {
  return KEYED_ENDPOINTS.includes(endpoint as Endpoint) ? OWN_KEYS[endpoint as Endpoint] : undefined;
}

/** The setting that can leave a provider to the users' own keys; null if the provider accepts none. */
export function ownKeySetting(provider: string): KeySetting | null {
  return Object.values(OWN_KEYS).find(({ providers }) => providers.includes(provider))?.setting ?? null;
}
