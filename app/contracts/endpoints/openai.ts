import {
  LABEL_MAX,
  OUTPUT_MAX,
  PROMPT_PREFIX,
  REASONING_EFFORT,
  type EndpointFacts,
  type OwnKeyFacts,
} from './facts.ts';

const penalty = { kind: 'number', min: -2, max: 2, step: 0.01, defaultValue: 0 } as const;

export const OPENAI: EndpointFacts = {
  label: 'OpenAI',
  sender: 'ChatGPT',
  actions: { canContinue: true, canRegenerate: true, canEdit: true },
  defaultModel: 'openai/gpt-3.5-turbo',
  options: [
    { kind: 'text', name: 'chatGptLabel', option: 'modelLabel', max: LABEL_MAX, isLine: true },
    PROMPT_PREFIX,
    {
      kind: 'number',
      name: 'temperature',
      option: 'temperature',
      min: 0,
      max: 2,
      step: 0.01,
      defaultValue: 1,
    },
    { kind: 'number', name: 'top_p', option: 'topP', min: 0, max: 1, step: 0.01, defaultValue: 1 },
    { ...penalty, name: 'frequency_penalty', option: 'frequencyPenalty' },
    { ...penalty, name: 'presence_penalty', option: 'presencePenalty' },
    {
      kind: 'number',
      name: 'max_tokens',
      aliases: ['maxOutputTokens'],
      option: 'maxOutputTokens',
      min: 1,
      max: OUTPUT_MAX,
      step: 1,
      defaultValue: null,
    },
    REASONING_EFFORT,
  ],
};

/** A key of a user at OpenAI. */
export const OPENAI_KEY: OwnKeyFacts = {
  label: 'OpenAI',
  kind: 'text',
  setting: 'OPENAI_API_KEY',
  providers: ['openai', 'sandbox', 'sandbox-b'],
};

/** Same as OpenAI, but answered by Azure's deployments of its models. */
export const AZURE_OPENAI: EndpointFacts = {
  ...OPENAI,
  label: 'Azure OpenAI',
  providers: ['azure', 'sandbox-azure'],
};

/** A deployment of a user at Azure. */
export const AZURE_OPENAI_KEY: OwnKeyFacts = {
  label: 'Azure OpenAI',
  kind: 'azure',
  setting: 'AZURE_OPENAI_API_KEY',
  providers: ['azure', 'sandbox-azure'],
};

/** The website of ChatGPT, through a forwarding service. It takes no option besides the model. */
export const CHATGPT_BROWSER: EndpointFacts = {
  label: 'ChatGPT (website)',
  sender: 'ChatGPT',
  actions: { canContinue: false, canRegenerate: true, canEdit: true },
  defaultModel: 'openai/text-davinci-002-render-sha',
  options: [],
};

/** The token of a session of a user. */
export const CHATGPT_BROWSER_KEY: OwnKeyFacts = {
  label: 'ChatGPT',
  kind: 'session',
  setting: 'CHATGPT_ACCESS_TOKEN',
  address: 'CHATGPT_BASE_URL',
  providers: ['chatgpt-web', 'sandbox-chatgpt'],
};
