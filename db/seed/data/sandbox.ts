import type { SeedModel, SeedPrice } from '../seed-model.ts';
import { CLAUDE, CLAUDE_NEWER, GEMINI, GEMINI_NEWER } from './parameter-sets.ts';
import { SANDBOX_SINCE } from './read.ts';

const model = (
  name: string,
  rankOrder: number,
  contextTokens: number,
  price: SeedPrice,
  more: Partial<SeedModel> = {},
): SeedModel => ({
  id: `sandbox/${name.toLowerCase()}`,
  name: `Sandbox ${name}`,
  endpoint: 'openAI',
  contextTokens,
  maxOutputTokens: 16_384,
  supports: ['text-to-text'],
  capabilities: ['streaming', 'tools', 'json_object'],
  tokenizer: 'o200k',
  releasedOn: SANDBOX_SINCE,
  rankOrder,
  offers: [{ provider: 'sandbox', upstream: `sandbox-${name.toLowerCase()}`, prices: [price] }],
  source: 'invented for the sandbox, so that its answers cost as real ones do',
  confidence: 'A',
  ...more,
});

/** A sandbox model that uses Anthropic's dialect. */
const messages = (
  name: string,
  id: string,
  upstream: string,
  rankOrder: number,
  price: SeedPrice,
  more: Partial<SeedModel> = {},
): SeedModel =>
  model(name, rankOrder, 200_000, price, {
    id,
    endpoint: 'anthropic',
    offers: [{ provider: 'sandbox-messages', upstream, prices: [price] }],
    ...more,
  });

/** A sandbox model that uses Google's dialect. */
const generate = (
  name: string,
  upstream: string,
  rankOrder: number,
  price: SeedPrice,
  more: Partial<SeedModel> = {},
): SeedModel =>
  model(name, rankOrder, 1_048_576, price, {
    id: `sandbox/${name.toLowerCase().replace(' ', '-')}`,
    endpoint: 'google',
    maxOutputTokens: 65_536,
    offers: [{ provider: 'sandbox-generate', upstream, prices: [price] }],
    ...more,
  });

/** The declared abilities of a model with image input; its answers do not depend on the images. */
const SEEING = {
  supports: ['text-to-text', 'image-to-text'],
  capabilities: ['streaming', 'tools', 'vision', 'json_object'],
} satisfies Partial<SeedModel>;

/** The same for a model with video input, too. */
const WATCHING = {
  ...SEEING,
  supports: [...SEEING.supports, 'video-to-text'],
} satisfies Partial<SeedModel>;

/** Sandbox models; available only while the sandbox runs (core/providers/credentials.ts). */
export const SANDBOX_MODELS: readonly SeedModel[] = [
  model('Small', 10, 128_000, { input: 0.15, cachedInput: 0.075, output: 0.6 }, SEEING),
  model('Large', 20, 400_000, { input: 2.5, cachedInput: 1.25, output: 10 }, WATCHING),
  model('Thinking', 30, 200_000, { input: 1, cachedInput: 0.1, output: 4 }),
  // Served by two providers, each with its own simulated faults: to test routing and failover.
  model(
    'Twin',
    40,
    128_000,
    {},
    {
      offers: [
        { provider: 'sandbox', upstream: 'sandbox-small', prices: [{ input: 0.15, output: 0.6 }] },
        { provider: 'sandbox-b', upstream: 'sandbox-small', prices: [{ input: 0.3, output: 1.2 }] },
      ],
    },
  ),
  model(
    'Embedding',
    50,
    8192,
    {},
    {
      endpoint: null,
      maxOutputTokens: 0,
      supports: ['text-to-embedding'],
      capabilities: [],
      offers: [
        {
          provider: 'sandbox',
          upstream: 'sandbox-embedding',
          dialect: 'openai-embeddings',
          prices: [{ input: 0.02 }],
        },
      ],
    },
  ),
  model(
    'Picture',
    55,
    0,
    {},
    {
      endpoint: null,
      maxOutputTokens: 0,
      supports: ['text-to-image', 'image-to-image'],
      capabilities: [],
      offers: [
        {
          provider: 'sandbox',
          upstream: 'gpt-image-1-sandbox',
          dialect: 'openai-images',
          prices: [{ input: 5, cachedInput: 1.25, imageInput: 10, cachedImageInput: 2.5, imageOutput: 10 }],
        },
      ],
    },
  ),
  model(
    'Video',
    57,
    0,
    {},
    {
      endpoint: null,
      maxOutputTokens: 0,
      supports: ['text-to-video', 'image-to-video'],
      capabilities: [],
      offers: [
        {
          provider: 'sandbox',
          upstream: 'sandbox-video',
          dialect: 'openai-videos',
          prices: [{ second: 0.1 }],
        },
      ],
    },
  ),
  model(
    'Azure',
    58,
    128_000,
    {},
    {
      ...SEEING,
      endpoint: 'azureOpenAI',
      offers: [
        {
          provider: 'sandbox-azure',
          upstream: 'sandbox-small',
          prices: [{ input: 0.15, cachedInput: 0.075, output: 0.6 }],
        },
      ],
    },
  ),
  messages(
    'Messages',
    'sandbox/messages',
    'sandbox-haiku-4-5',
    60,
    {
      input: 1,
      cachedInput: 0.1,
      cacheWrite: 1.25,
      cacheWriteLong: 2,
      output: 5,
    },
    { ...SEEING, parameters: CLAUDE },
  ),
  model(
    'Complete',
    65,
    100_000,
    {},
    {
      endpoint: 'anthropic',
      maxOutputTokens: 4_000,
      capabilities: ['streaming'],
      offers: [
        { provider: 'sandbox-complete', upstream: 'sandbox-small', prices: [{ input: 0.15, output: 0.6 }] },
      ],
    },
  ),
  messages(
    'Messages Thinking',
    'sandbox/messages-thinking',
    'sandbox-opus-5-5',
    70,
    {
      input: 4,
      cachedInput: 0.2,
      cacheWrite: 5,
      cacheWriteLong: 8,
      output: 20,
    },
    { parameters: CLAUDE_NEWER },
  ),
  generate(
    'Generate',
    'gemini-2.5-flash-sandbox',
    80,
    { input: 0.3, cachedInput: 0.03, output: 2.5 },
    { ...WATCHING, capabilities: [...SEEING.capabilities, 'json_schema'], parameters: GEMINI },
  ),
  generate(
    'Generate Thinking',
    'gemini-3.8-flash-sandbox',
    90,
    { input: 0.75, output: 3.75 },
    {
      capabilities: ['streaming', 'tools', 'json_object', 'json_schema', 'reasoning'],
      parameters: GEMINI_NEWER,
    },
  ),
  // Its name selects the options of PaLM.
  model(
    'Chat-Bison',
    95,
    8_192,
    {},
    {
      endpoint: 'google',
      maxOutputTokens: 1_024,
      capabilities: [],
      offers: [
        { provider: 'sandbox-palm', upstream: 'sandbox-small', prices: [{ input: 0.25, output: 0.5 }] },
      ],
    },
  ),
  // The old services use their own wire formats, and support no tools and no usage.
  model(
    'Bing',
    96,
    16_384,
    {},
    {
      endpoint: 'bingAI',
      maxOutputTokens: 4_096,
      capabilities: ['streaming'],
      offers: [
        { provider: 'sandbox-bing', upstream: 'sandbox-small', prices: [{ input: 0.25, output: 0.5 }] },
      ],
    },
  ),
  model(
    'ChatGPT website',
    97,
    8_192,
    {},
    {
      id: 'sandbox/text-davinci-002-render-sha',
      endpoint: 'chatGPTBrowser',
      maxOutputTokens: 4_096,
      capabilities: ['streaming'],
      offers: [
        { provider: 'sandbox-chatgpt', upstream: 'sandbox-small', prices: [{ input: 0.25, output: 0.5 }] },
      ],
    },
  ),
];
