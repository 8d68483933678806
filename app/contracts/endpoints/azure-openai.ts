import type { EndpointFacts } from './facts.ts';
import { OPENAI } from './openai.ts';

/** The same as OpenAI's, answered by Azure's deployments of its models. */
export const AZURE_OPENAI: EndpointFacts = {
  ...OPENAI,
  label: 'Azure OpenAI',
  providers: ['azure', 'sandbox-azure'],
};
