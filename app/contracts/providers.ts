import type { Dialect } from './catalogue/dialects.ts';
import { SANDBOX_PROVIDERS } from './catalogue/sandbox-providers.ts';

export interface ProviderFacts {
  /** The id that offers use. */
  id: string;
  name: string;
  /** The dialect of its chat models; an image or embedding offer may name another. */
  dialect: Dialect;
  /**
   * Its key is in `<env>_API_KEY`, an address other than the default in `<env>_BASE_URL`; null: it is not
   * opened by a key.
   */
  env: string | null;
  /** Null if each customer has a separate address, which must then be set. */
  baseUrl: string | null;
  /** Maximum base64 characters of a video within a request, if a call may contain more otherwise. */
  maxVideoCharacters?: number;
}

/** Every provider that the catalogue knows. */
export const PROVIDERS = [
  {
    id: 'openai',
    name: 'OpenAI',
    dialect: 'openai',
    env: 'OPENAI',
    baseUrl: 'https://api.openai.com/v1',
  },
  { id: 'azure', name: 'Azure OpenAI', dialect: 'azure', env: 'AZURE_OPENAI', baseUrl: null },
  {
    id: 'azure-anthropic',
    name: 'Azure (Claude)',
    dialect: 'anthropic',
    env: 'AZURE_ANTHROPIC',
    baseUrl: null,
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    dialect: 'anthropic',
    env: 'ANTHROPIC',
    baseUrl: 'https://api.anthropic.com',
  },
  // The maker has shut it down: it is available only if an address is set.
  {
    id: 'anthropic-complete',
    name: 'Anthropic (text completions)',
    dialect: 'anthropic-complete',
    env: 'ANTHROPIC_COMPLETE',
    baseUrl: null,
  },
  {
    id: 'google',
    name: 'Google AI',
    dialect: 'google',
    env: 'GOOGLE',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  // The maker has shut it down: it is available only if an address is set. Its key is a token; without one a
  // service account is used.
  { id: 'google-palm', name: 'Google PaLM', dialect: 'palm', env: 'PALM', baseUrl: null },
  // The makers no longer serve these in this way: a setting names the address of a replacement.
  { id: 'bing', name: 'Bing', dialect: 'bing', env: null, baseUrl: null },
  { id: 'chatgpt-web', name: 'ChatGPT (website)', dialect: 'chatgpt', env: null, baseUrl: null },
  // Opened by a service account: GOOGLE_SERVICE_ACCOUNT. Models of other makers that it sells use other wire
  // formats.
  { id: 'google-vertex', name: 'Google Vertex AI', dialect: 'google', env: null, baseUrl: null },
  { id: 'amazon-bedrock', name: 'Amazon Bedrock', dialect: 'bedrock', env: null, baseUrl: null },
  { id: 'xai', name: 'xAI', dialect: 'openai', env: 'XAI', baseUrl: 'https://api.x.ai/v1' },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    dialect: 'openai',
    env: 'DEEPSEEK',
    baseUrl: 'https://api.deepseek.com',
  },
  {
    id: 'moonshotai',
    name: 'Moonshot AI',
    dialect: 'openai',
    env: 'MOONSHOT',
    baseUrl: 'https://api.moonshot.ai/v1',
  },
  { id: 'zai', name: 'Z.ai', dialect: 'openai', env: 'ZAI', baseUrl: 'https://api.z.ai/api/paas/v4' },
  {
    id: 'alibaba',
    name: 'Alibaba Model Studio',
    dialect: 'openai',
    env: 'DASHSCOPE',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    // Alibaba's documentation, autumn 2026.
    maxVideoCharacters: 10_000_000,
  },
  { id: 'minimax', name: 'MiniMax', dialect: 'openai', env: 'MINIMAX', baseUrl: 'https://api.minimax.io/v1' },
  {
    id: 'mistral',
    name: 'Mistral AI',
    dialect: 'openai',
    env: 'MISTRAL',
    baseUrl: 'https://api.mistral.ai/v1',
  },
  {
    id: 'cohere',
    name: 'Cohere',
    dialect: 'openai',
    env: 'COHERE',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    dialect: 'openai',
    env: 'PERPLEXITY',
    baseUrl: 'https://api.perplexity.ai',
  },
  {
    id: 'nvidia',
    name: 'NVIDIA NIM',
    dialect: 'openai',
    env: 'NVIDIA',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    dialect: 'openai',
    env: 'OPENROUTER',
    baseUrl: 'https://openrouter.ai/api/v1',
  },
  {
    id: 'vercel',
    name: 'Vercel AI Gateway',
    dialect: 'openai',
    env: 'AI_GATEWAY',
    baseUrl: 'https://ai-gateway.vercel.sh/v1',
  },
  {
    id: 'groq',
    name: 'Groq',
    dialect: 'openai',
    env: 'GROQ',
    baseUrl: 'https://api.groq.com/openai/v1',
  },
  {
    id: 'togetherai',
    name: 'Together AI',
    dialect: 'openai',
    env: 'TOGETHER',
    baseUrl: 'https://api.together.xyz/v1',
  },
  {
    id: 'fireworks-ai',
    name: 'Fireworks AI',
    dialect: 'openai',
    env: 'FIREWORKS',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
  },
  {
    id: 'deepinfra',
    name: 'DeepInfra',
    dialect: 'openai',
    env: 'DEEPINFRA',
    baseUrl: 'https://api.deepinfra.com/v1/openai',
  },
  {
    id: 'novita-ai',
    name: 'Novita AI',
    dialect: 'openai',
    env: 'NOVITA',
    baseUrl: 'https://api.novita.ai/openai',
  },
  {
    id: 'nebius',
    name: 'Nebius',
    dialect: 'openai',
    env: 'NEBIUS',
    baseUrl: 'https://api.tokenfactory.nebius.com/v1',
  },
  {
    id: 'cerebras',
    name: 'Cerebras',
    dialect: 'openai',
    env: 'CEREBRAS',
    baseUrl: 'https://api.cerebras.ai/v1',
  },
  {
    id: 'siliconflow',
    name: 'SiliconFlow',
    dialect: 'openai',
    env: 'SILICONFLOW',
    baseUrl: 'https://api.siliconflow.com/v1',
  },
  {
    id: 'friendli',
    name: 'Friendli',
    dialect: 'openai',
    env: 'FRIENDLI',
    baseUrl: 'https://api.friendli.ai/serverless/v1',
  },
  {
    id: 'baseten',
    name: 'Baseten',
    dialect: 'openai',
    env: 'BASETEN',
    baseUrl: 'https://inference.baseten.co/v1',
  },
  { id: 'cloudflare-workers-ai', name: 'Cloudflare', dialect: 'openai', env: 'CLOUDFLARE', baseUrl: null },
  { id: 'fal', name: 'fal', dialect: 'fal', env: 'FAL', baseUrl: 'https://queue.fal.run' },
  { id: 'bfl', name: 'Black Forest Labs', dialect: 'bfl', env: 'BFL', baseUrl: 'https://api.bfl.ai/v1' },
  {
    id: 'replicate',
    name: 'Replicate',
    dialect: 'replicate',
    env: 'REPLICATE',
    baseUrl: 'https://api.replicate.com/v1',
  },
  {
    id: 'stability',
    name: 'Stability AI',
    dialect: 'stability',
    env: 'STABILITY',
    baseUrl: 'https://api.stability.ai',
  },
  {
    id: 'runway',
    name: 'Runway',
    dialect: 'runway',
    env: 'RUNWAY',
    baseUrl: 'https://api.dev.runwayml.com',
  },
  {
    id: 'luma',
    name: 'Luma',
    dialect: 'luma',
    env: 'LUMA',
    baseUrl: 'https://api.lumalabs.ai/dream-machine/v1',
  },
  // Needs two keys: KLING_ACCESS_KEY and KLING_SECRET_KEY.
  { id: 'kling', name: 'Kling', dialect: 'kling', env: null, baseUrl: 'https://api.klingai.com' },
  {
    id: 'ideogram',
    name: 'Ideogram',
    dialect: 'ideogram',
    env: 'IDEOGRAM',
    baseUrl: 'https://api.ideogram.ai/v1',
  },
  {
    id: 'bytedance',
    name: 'ByteDance ModelArk',
    dialect: 'openai',
    env: 'BYTEDANCE',
    baseUrl: 'https://ark.ap-southeast.bytepluses.com/api/v3',
  },
  { id: 'venice', name: 'Venice', dialect: 'openai', env: 'VENICE', baseUrl: 'https://api.venice.ai/api/v1' },
  { id: 'apiyi', name: 'APIYI', dialect: 'openai', env: 'APIYI', baseUrl: 'https://api.apiyi.com/v1' },
] as const satisfies readonly ProviderFacts[];

export type ProviderEnv = NonNullable<(typeof PROVIDERS)[number]['env']>;

/** The prefixes of the settings of all providers that are opened by a key. */
export const PROVIDER_ENVS: readonly ProviderEnv[] = PROVIDERS.flatMap(({ env }) => env ?? []);

/** Real providers and those of the sandbox. */
const ALL: readonly Pick<ProviderFacts, 'id' | 'name' | 'dialect'>[] = [...PROVIDERS, ...SANDBOX_PROVIDERS];

const DIALECTS = new Map<string, Dialect>(ALL.map(({ id, dialect }) => [id, dialect]));

/** The chat dialect of a provider; null for an unknown provider. */
export function dialectOf(id: string): Dialect | null {
  return DIALECTS.get(id) ?? null;
}

/** Tells whether a provider is in the table or in the sandbox. */
export const isKnownProvider = (id: string): boolean => DIALECTS.has(id);

const PROVIDER_NAMES = new Map<string, string>(ALL.map(({ id, name }) => [id, name]));

/** The display name of a provider; for an unknown provider the id itself. */
export function providerName(id: string): string {
  return PROVIDER_NAMES.get(id) ?? id;
}
