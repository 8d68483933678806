/** One model with its price in dollars per million tokens. */
export interface SeedModel {
  id: string;
  provider: string;
  upstreamModel: string;
  name: string;
  contextTokens: number;
  maxOutputTokens: number;
  tokenizer: string;
  rankOrder: number;
  price: { input: number; cachedInput: number | null; output: number };
  /** Where the price was read, and when. */
  source: string;
  /** A: the maker's page. B: a registry of prices. C: a third party. D: our inference. C and D are not enabled. */
  confidence: 'A' | 'B' | 'C' | 'D';
}

const READ = 'read 2026-11-20';
const MAKER = `developers.openai.com model and pricing pages, ${READ}`;
const REGISTRY = `models.dev and the LiteLLM price map, ${READ}`;

/** Real models of the openAI endpoint. */
const OPENAI_MODELS: readonly SeedModel[] = [
  {
    id: 'openai/gpt-5.6-terra',
    provider: 'openai',
    upstreamModel: 'gpt-5.6-terra',
    name: 'GPT-5.6 Terra',
    contextTokens: 1_050_000,
    maxOutputTokens: 128_000,
    tokenizer: 'o200k',
    rankOrder: 100,
    price: { input: 2, cachedInput: 0.2, output: 12 },
    source: `${MAKER}; ${REGISTRY}`,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-6-luna',
    provider: 'openai',
    upstreamModel: 'gpt-6-luna',
    name: 'GPT-6 Luna',
    contextTokens: 1_050_000,
    maxOutputTokens: 128_000,
    tokenizer: 'gpt-6',
    rankOrder: 110,
    price: { input: 0.1, cachedInput: 0.01, output: 0.5 },
    source: `LiteLLM price map; vercel.com/ai-gateway model page, ${READ}`,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-6-astra',
    provider: 'openai',
    upstreamModel: 'gpt-6-astra',
    name: 'GPT-6 Astra',
    // The window has 1,050,000 tokens, but a prompt of more than 272,000 has another price; a price row has one.
    contextTokens: 272_000,
    maxOutputTokens: 128_000,
    tokenizer: 'gpt-6',
    rankOrder: 120,
    price: { input: 10, cachedInput: 1, output: 50 },
    source: MAKER,
    confidence: 'A',
  },
  {
    id: 'openai/gpt-6.1-sol',
    provider: 'openai',
    upstreamModel: 'gpt-6.1-sol',
    name: 'GPT-6.1 Sol',
    contextTokens: 1_050_000,
    maxOutputTokens: 128_000,
    tokenizer: 'gpt-6',
    rankOrder: 130,
    price: { input: 2, cachedInput: 0.1, output: 10 },
    source: `PromptFuel price table, ${READ}; context assumed equal to the gpt-6 family`,
    confidence: 'C',
  },
  {
    id: 'openai/gpt-5.6-sol',
    provider: 'openai',
    upstreamModel: 'gpt-5.6-sol',
    name: 'GPT-5.6 Sol',
    contextTokens: 1_050_000,
    maxOutputTokens: 128_000,
    tokenizer: 'o200k',
    rankOrder: 140,
    price: { input: 4, cachedInput: 0.4, output: 20 },
    source: `${MAKER}; ${REGISTRY}`,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-5.4-mini',
    provider: 'openai',
    upstreamModel: 'gpt-5.4-mini',
    name: 'GPT-5.4 mini',
    // The window has 400,000 tokens, of which a prompt may fill 272,000.
    contextTokens: 272_000,
    maxOutputTokens: 128_000,
    tokenizer: 'o200k',
    rankOrder: 150,
    price: { input: 0.75, cachedInput: 0.075, output: 4.5 },
    source: REGISTRY,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-4.1',
    provider: 'openai',
    upstreamModel: 'gpt-4.1',
    name: 'GPT-4.1',
    contextTokens: 1_047_576,
    maxOutputTokens: 32_768,
    tokenizer: 'o200k',
    rankOrder: 160,
    price: { input: 2, cachedInput: 0.5, output: 8 },
    source: REGISTRY,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-4o',
    provider: 'openai',
    upstreamModel: 'gpt-4o',
    name: 'GPT-4o',
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    tokenizer: 'o200k',
    rankOrder: 170,
    price: { input: 2.5, cachedInput: 1.25, output: 10 },
    source: REGISTRY,
    confidence: 'B',
  },
  {
    id: 'openai/gpt-4o-mini',
    provider: 'openai',
    upstreamModel: 'gpt-4o-mini',
    name: 'GPT-4o mini',
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    tokenizer: 'o200k',
    rankOrder: 180,
    price: { input: 0.15, cachedInput: 0.075, output: 0.6 },
    source: REGISTRY,
    confidence: 'B',
  },
];

const sandbox = (
  name: string,
  rankOrder: number,
  price: SeedModel['price'],
  contextTokens: number,
): SeedModel => ({
  id: `sandbox/${name.toLowerCase()}`,
  provider: 'sandbox',
  upstreamModel: `sandbox-${name.toLowerCase()}`,
  name: `Sandbox ${name}`,
  contextTokens,
  maxOutputTokens: 16_384,
  tokenizer: 'o200k',
  rankOrder,
  price,
  source: 'invented for the sandbox, so that its answers cost as real ones do',
  confidence: 'A',
});

/** Models of the sandbox; on offer only while it runs (core/providers/credentials.ts). */
const SANDBOX_MODELS: readonly SeedModel[] = [
  sandbox('Small', 10, { input: 0.15, cachedInput: 0.075, output: 0.6 }, 128_000),
  sandbox('Large', 20, { input: 2.5, cachedInput: 1.25, output: 10 }, 400_000),
  sandbox('Thinking', 30, { input: 1, cachedInput: 0.1, output: 4 }, 200_000),
];

export const SEED_MODELS: readonly SeedModel[] = [...SANDBOX_MODELS, ...OPENAI_MODELS];

const TERRA = 'openai/gpt-5.6-terra';
const SOL = 'openai/gpt-5.6-sol';
const LUNA = 'openai/gpt-6-luna';

/** Retired id -> successor and, where the maker named it, the day. A day to come changes over by itself. */
export const SEED_ALIASES: readonly (readonly [alias: string, modelId: string, retiredOn: string | null])[] =
  [
    ['openai/gpt-3.5-turbo', TERRA, '2026-10-23'],
    ['gpt-3.5-turbo', TERRA, '2026-10-23'],
    ['openai/gpt-3.5-turbo-1106', TERRA, '2026-09-28'],
    ['gpt-3.5-turbo-1106', TERRA, '2026-09-28'],
    ['gpt-3.5-turbo-16k', TERRA, null],
    ['gpt-3.5-turbo-0301', TERRA, null],
    ['gpt-3.5-turbo-0613', TERRA, null],
    ['gpt-3.5-turbo-instruct', TERRA, null],
    ['gpt-3.5-turbo-instruct-0914', TERRA, null],
    ['text-davinci-003', TERRA, null],
    ['text-davinci-002-render-sha', TERRA, null],
    ['openai/text-davinci-002-render-sha', TERRA, null],
    ['openai/gpt-4', SOL, '2026-10-23'],
    ['gpt-4', SOL, '2026-10-23'],
    ['gpt-4-0314', SOL, null],
    ['gpt-4-0613', SOL, null],
    ['gpt-4-1106-preview', SOL, null],
    ['gpt-4-vision-preview', SOL, null],
    ['openai/gpt-4.1', LUNA, '2027-01-14'],
    ['openai/gpt-4o', LUNA, '2027-01-14'],
    ['openai/gpt-4o-mini', LUNA, '2027-01-14'],
  ];
