import type { SendParameters } from './send.ts';

/** The endpoints of the spec, in the order in which a new conversation looks for one that is enabled. */
export const ENDPOINTS = [
  'openAI',
  'assistant',
  'azureOpenAI',
  'bingAI',
  'chatGPTBrowser',
  'gptPlugins',
  'google',
  'anthropic',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** What an endpoint can do and is called. */
export interface EndpointFacts {
  /** Sender label of its replies. */
  sender: string;
  canContinue: boolean;
  canRegenerate: boolean;
  canEdit: boolean;
  defaultModel: string;
  /** Longest answer in tokens when nobody says otherwise; our default where it is not named. */
  defaultOutputTokens?: number;
  /** How its models are asked where nobody says otherwise; absent for the models' own ways. */
  defaultOptions?: Pick<SendParameters, 'topP' | 'topK'>;
}

/** A row is added with the adapter that serves it. */
export const ENDPOINT_FACTS: Partial<Record<Endpoint, EndpointFacts>> = {
  openAI: {
    sender: 'ChatGPT',
    canContinue: true,
    canRegenerate: true,
    canEdit: true,
    defaultModel: 'openai/gpt-3.5-turbo',
  },
  anthropic: {
    sender: 'Anthropic',
    canContinue: true,
    canRegenerate: true,
    canEdit: true,
    defaultModel: 'anthropic/claude-1',
    defaultOutputTokens: 4000,
    defaultOptions: { topP: 0.7, topK: 5 },
  },
};

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'string' && (ENDPOINTS as readonly string[]).includes(value);
}
