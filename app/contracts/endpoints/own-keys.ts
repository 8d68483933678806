import { ENDPOINTS, type Endpoint } from './table.ts';

/** What a person's key is: one text, the four fields of a deployment at Azure, or Google's key file. */
export type OwnKeyKind = 'text' | 'azure' | 'service-account';

/** On whose key somebody is answered: their own; theirs, which is missing; or the operator's. */
export type AnsweringKey = 'own' | 'missing' | 'operator';

/** How an endpoint is answered on a key that somebody has brought. */
export interface OwnKeyFacts {
  /** What people call the endpoint, in every language. */
  label: string;
  kind: OwnKeyKind;
  /** `<env>_API_KEY` says whether the operator leaves the endpoint to the keys of its people. */
  env: 'OPENAI' | 'ANTHROPIC' | 'GOOGLE' | 'AZURE_OPENAI';
  /** Whom the key opens; nobody else ever gets it. */
  providers: readonly string[];
}

/** What the operator writes in place of a key where each person brings one. */
export const USER_PROVIDED = 'user_provided';

const OWN_KEYS: Partial<Record<Endpoint, OwnKeyFacts>> = {
  openAI: { label: 'OpenAI', kind: 'text', env: 'OPENAI', providers: ['openai', 'sandbox', 'sandbox-b'] },
  azureOpenAI: {
    label: 'Azure OpenAI',
    kind: 'azure',
    env: 'AZURE_OPENAI',
    providers: ['azure', 'sandbox-azure'],
  },
  google: {
    label: 'Google',
    kind: 'service-account',
    env: 'GOOGLE',
    providers: ['google-vertex', 'sandbox-generate'],
  },
  anthropic: {
    label: 'Anthropic',
    kind: 'text',
    env: 'ANTHROPIC',
    providers: ['anthropic', 'sandbox-messages'],
  },
};

/** The endpoints that a key of one's own can be for, in the specification's order. */
export const KEYED_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter((name) => OWN_KEYS[name]);

/** How the key of an endpoint is; undefined where it takes none. */
export function ownKeyFacts(endpoint: string): OwnKeyFacts | undefined {
  return KEYED_ENDPOINTS.includes(endpoint as Endpoint) ? OWN_KEYS[endpoint as Endpoint] : undefined;
}

/** The setting that may leave a provider to the keys of people; null for one that no key of theirs opens. */
export function ownKeyEnv(provider: string): OwnKeyFacts['env'] | null {
  return Object.values(OWN_KEYS).find(({ providers }) => providers.includes(provider))?.env ?? null;
}
