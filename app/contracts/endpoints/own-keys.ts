import { ENDPOINTS, type Endpoint } from './table.ts';

/**
 * A person's key is one text, the cookie or token of a session on a website, the four fields of a deployment at Azure, or
 * Google's key file.
 */
export type OwnKeyKind = 'text' | 'session' | 'azure' | 'service-account';

/** On whose key somebody is answered: their own; theirs, which is missing; or the operator's. */
export type AnsweringKey = 'own' | 'missing' | 'operator';

type KeySetting =
  | 'OPENAI_API_KEY'
  | 'ANTHROPIC_API_KEY'
  | 'GOOGLE_API_KEY'
  | 'AZURE_OPENAI_API_KEY'
  | 'BING_COOKIE'
  | 'CHATGPT_ACCESS_TOKEN';

/** How an endpoint is answered on a key that somebody has brought. */
export interface OwnKeyFacts {
  /** What people call the endpoint, in every language. */
  label: string;
  kind: OwnKeyKind;
  /** The setting that says whether the operator leaves the endpoint to the keys of its people. */
  setting: KeySetting;
  /** The setting without which the endpoint has no address. */
  address?: 'BING_BASE_URL' | 'CHATGPT_BASE_URL';
  /** Whom the key opens; nobody else ever gets it. */
  providers: readonly string[];
}

/** What the operator writes in place of a key where each person brings one. */
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

/** The endpoints that a key of one's own can be for, in the specification's order. */
export const KEYED_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter((name) => OWN_KEYS[name]);

/** How the key of an endpoint is; undefined where it takes none. */
export function ownKeyFacts(endpoint: string): OwnKeyFacts | undefined {
  return KEYED_ENDPOINTS.includes(endpoint as Endpoint) ? OWN_KEYS[endpoint as Endpoint] : undefined;
}

/** The setting that may leave a provider to the keys of people; null for one that no key of theirs opens. */
export function ownKeySetting(provider: string): KeySetting | null {
  return Object.values(OWN_KEYS).find(({ providers }) => providers.includes(provider))?.setting ?? null;
}
