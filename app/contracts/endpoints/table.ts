import { ANTHROPIC } from './anthropic.ts';
import { BING_AI } from './personas.ts';
import type { EndpointFacts } from './facts.ts';
import { GOOGLE } from './google.ts';
import { AZURE_OPENAI, CHATGPT_BROWSER, OPENAI } from './openai.ts';

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

/** A row is added together with the adapter that serves it. */
export const ENDPOINT_FACTS: Partial<Record<Endpoint, EndpointFacts>> = {
  openAI: OPENAI,
  azureOpenAI: AZURE_OPENAI,
  bingAI: BING_AI,
  chatGPTBrowser: CHATGPT_BROWSER,
  google: GOOGLE,
  anthropic: ANTHROPIC,
};

/** The endpoints that have an adapter, in the same order. */
export const SERVED_ENDPOINTS = ENDPOINTS.filter((endpoint) => ENDPOINT_FACTS[endpoint]);

/** The facts of the endpoint that a message or a conversation names; undefined if it is not served. */
export function factsOf(endpoint: string | null | undefined): EndpointFacts | undefined {
  return ENDPOINTS.includes(endpoint as Endpoint) ? ENDPOINT_FACTS[endpoint as Endpoint] : undefined;
}
