/** A way to speak with a provider; one adapter serves all providers of a wire (registry.ts). */
export type Wire =
  | 'openai'
  | 'openai-embeddings'
  | 'openai-images'
  | 'openai-videos'
  | 'anthropic'
  | 'google'
  | 'vertex'
  | 'bedrock'
  | 'dashscope'
  | 'minimax'
  | 'fal'
  | 'bfl'
  | 'ideogram'
  | 'venice';

/** The wires of conversations that an adapter speaks. */
export const CHAT_WIRES = ['openai', 'anthropic'] as const satisfies readonly Wire[];
export type ChatWire = (typeof CHAT_WIRES)[number];

/** All wires that an adapter speaks; offers of another are in the catalogue and cannot be called yet. */
export const SERVED_WIRES: readonly Wire[] = [...CHAT_WIRES, 'openai-embeddings'];

export interface ProviderFacts {
  /** As offers name it. */
  id: string;
  name: string;
  /** Of its conversations; an offer of pictures or vectors may name another. */
  wire: Wire;
  /** Its key is in `<env>_API_KEY`, another address than the usual one in `<env>_BASE_URL`; null: not by a key. */
  env: string | null;
  /** Null where each customer has an address of their own, which must then be set. */
  baseUrl: string | null;
}

/** Every provider that the catalogue knows. */
export const PROVIDERS = [
  {
    id: 'openai',
    name: 'OpenAI',
    wire: 'openai',
    env: 'OPENAI',
    baseUrl: 'https://api.openai.com/v1',
  },
  { id: 'azure', name: 'Azure OpenAI', wire: 'openai', env: 'AZURE_OPENAI', baseUrl: null },
  { id: 'azure-anthropic', name: 'Azure (Claude)', wire: 'anthropic', env: 'AZURE_ANTHROPIC', baseUrl: null },
  {
    id: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    env: 'ANTHROPIC',
    baseUrl: 'https://api.anthropic.com',
  },
  {
    id: 'google',
    name: 'Google AI',
    wire: 'openai',
    env: 'GOOGLE',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  { id: 'google-vertex', name: 'Google Vertex AI', wire: 'vertex', env: null, baseUrl: null },
  { id: 'amazon-bedrock', name: 'Amazon Bedrock', wire: 'bedrock', env: null, baseUrl: null },
  { id: 'xai', name: 'xAI', wire: 'openai', env: 'XAI', baseUrl: 'https://api.x.ai/v1' },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    wire: 'openai',
    env: 'DEEPSEEK',
    baseUrl: 'https://api.deepseek.com',
  },
  {
    id: 'moonshotai',
    name: 'Moonshot AI',
    wire: 'openai',
    env: 'MOONSHOT',
    baseUrl: 'https://api.moonshot.ai/v1',
  },
  { id: 'zai', name: 'Z.ai', wire: 'openai', env: 'ZAI', baseUrl: 'https://api.z.ai/api/paas/v4' },
  {
    id: 'alibaba',
    name: 'Alibaba Model Studio',
    wire: 'openai',
    env: 'DASHSCOPE',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  },
  { id: 'minimax', name: 'MiniMax', wire: 'openai', env: 'MINIMAX', baseUrl: 'https://api.minimax.io/v1' },
  {
    id: 'mistral',
    name: 'Mistral AI',
    wire: 'openai',
    env: 'MISTRAL',
    baseUrl: 'https://api.mistral.ai/v1',
  },
  {
    id: 'cohere',
    name: 'Cohere',
    wire: 'openai',
    env: 'COHERE',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    wire: 'openai',
    env: 'PERPLEXITY',
    baseUrl: 'https://api.perplexity.ai',
  },
  {
    id: 'nvidia',
    name: 'NVIDIA NIM',
    wire: 'openai',
    env: 'NVIDIA',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    wire: 'openai',
    env: 'OPENROUTER',
    baseUrl: 'https://openrouter.ai/api/v1',
  },
  {
    id: 'vercel',
    name: 'Vercel AI Gateway',
    wire: 'openai',
    env: 'AI_GATEWAY',
    baseUrl: 'https://ai-gateway.vercel.sh/v1',
  },
  {
    id: 'groq',
    name: 'Groq',
    wire: 'openai',
    env: 'GROQ',
    baseUrl: 'https://api.groq.com/openai/v1',
  },
  {
    id: 'togetherai',
    name: 'Together AI',
    wire: 'openai',
    env: 'TOGETHER',
    baseUrl: 'https://api.together.xyz/v1',
  },
  {
    id: 'fireworks-ai',
    name: 'Fireworks AI',
    wire: 'openai',
    env: 'FIREWORKS',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
  },
  {
    id: 'deepinfra',
    name: 'DeepInfra',
    wire: 'openai',
    env: 'DEEPINFRA',
    baseUrl: 'https://api.deepinfra.com/v1/openai',
  },
  {
    id: 'novita-ai',
    name: 'Novita AI',
    wire: 'openai',
    env: 'NOVITA',
    baseUrl: 'https://api.novita.ai/openai',
  },
  {
    id: 'nebius',
    name: 'Nebius',
    wire: 'openai',
    env: 'NEBIUS',
    baseUrl: 'https://api.tokenfactory.nebius.com/v1',
  },
  {
    id: 'cerebras',
    name: 'Cerebras',
    wire: 'openai',
    env: 'CEREBRAS',
    baseUrl: 'https://api.cerebras.ai/v1',
  },
  {
    id: 'siliconflow',
    name: 'SiliconFlow',
    wire: 'openai',
    env: 'SILICONFLOW',
    baseUrl: 'https://api.siliconflow.com/v1',
  },
  {
    id: 'friendli',
    name: 'Friendli',
    wire: 'openai',
    env: 'FRIENDLI',
    baseUrl: 'https://api.friendli.ai/serverless/v1',
  },
  {
    id: 'baseten',
    name: 'Baseten',
    wire: 'openai',
    env: 'BASETEN',
    baseUrl: 'https://inference.baseten.co/v1',
  },
  { id: 'cloudflare-workers-ai', name: 'Cloudflare', wire: 'openai', env: 'CLOUDFLARE', baseUrl: null },
  { id: 'fal', name: 'fal', wire: 'fal', env: 'FAL', baseUrl: 'https://queue.fal.run' },
  { id: 'bfl', name: 'Black Forest Labs', wire: 'bfl', env: 'BFL', baseUrl: 'https://api.bfl.ai/v1' },
  {
    id: 'ideogram',
    name: 'Ideogram',
    wire: 'ideogram',
    env: 'IDEOGRAM',
    baseUrl: 'https://api.ideogram.ai/v1',
  },
  {
    id: 'bytedance',
    name: 'ByteDance ModelArk',
    wire: 'openai',
    env: 'BYTEDANCE',
    baseUrl: 'https://ark.ap-southeast.bytepluses.com/api/v3',
  },
  { id: 'venice', name: 'Venice', wire: 'openai', env: 'VENICE', baseUrl: 'https://api.venice.ai/api/v1' },
  { id: 'apiyi', name: 'APIYI', wire: 'openai', env: 'APIYI', baseUrl: 'https://api.apiyi.com/v1' },
] as const satisfies readonly ProviderFacts[];

export type ProviderEnv = NonNullable<(typeof PROVIDERS)[number]['env']>;

/** The prefixes of the settings of all providers that a key opens. */
export const PROVIDER_ENVS: readonly ProviderEnv[] = PROVIDERS.flatMap(({ env }) => env ?? []);

/** Providers that answer only while the sandbox runs: one process, two addresses, each with its own faults. */
export const SANDBOX_PROVIDERS: readonly Pick<ProviderFacts, 'id' | 'name' | 'wire'>[] = [
  { id: 'sandbox', name: 'Sandbox', wire: 'openai' },
  { id: 'sandbox-b', name: 'Sandbox B', wire: 'openai' },
  { id: 'sandbox-messages', name: 'Sandbox Messages', wire: 'anthropic' },
];

const WIRES = new Map<string, Wire>([...PROVIDERS, ...SANDBOX_PROVIDERS].map(({ id, wire }) => [id, wire]));

/** The wire of a provider's conversations, null for a stranger. */
export function wireOf(id: string): Wire | null {
  return WIRES.get(id) ?? null;
}
