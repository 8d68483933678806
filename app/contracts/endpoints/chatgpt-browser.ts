import type { EndpointFacts } from './facts.ts';

/** The website of ChatGPT, by whoever forwards to it. It can be told nothing but the model. */
export const CHATGPT_BROWSER: EndpointFacts = {
  label: 'ChatGPT (website)',
  sender: 'ChatGPT',
  actions: { canContinue: false, canRegenerate: true, canEdit: true },
  defaultModel: 'openai/text-davinci-002-render-sha',
  options: [],
};
