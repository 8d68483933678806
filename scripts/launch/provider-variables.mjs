// Plain JavaScript, because app/contracts/providers.ts cannot be read before a build; a test compares the
// two.
const PROVIDERS = [
  'OPENAI',
  'AZURE_OPENAI',
  'AZURE_ANTHROPIC',
  'ANTHROPIC',
  'ANTHROPIC_COMPLETE',
  'GOOGLE',
  'PALM',
  'XAI',
  'DEEPSEEK',
  'MOONSHOT',
  'ZAI',
  'DASHSCOPE',
  'MINIMAX',
  'MISTRAL',
  'COHERE',
  'PERPLEXITY',
  'NVIDIA',
  'OPENROUTER',
  'AI_GATEWAY',
  'GROQ',
  'TOGETHER',
  'FIREWORKS',
  'DEEPINFRA',
  'NOVITA',
  'NEBIUS',
  'CEREBRAS',
  'SILICONFLOW',
  'FRIENDLI',
  'BASETEN',
  'CLOUDFLARE',
  'FAL',
  'BFL',
  'REPLICATE',
  'STABILITY',
  'RUNWAY',
  'LUMA',
  'IDEOGRAM',
  'BYTEDANCE',
  'VENICE',
  'APIYI',
];

/** Variables that configure a provider; without any of them the sandbox is used. */
export const PROVIDER_VARIABLES = [
  ...PROVIDERS.map((name) => `${name}_API_KEY`),
  'KLING_ACCESS_KEY',
  'GOOGLE_SERVICE_ACCOUNT',
  'AZURE_OPENAI_CLIENT_SECRET',
  // Some servers with OpenAI's format need no key.
  'OPENAI_BASE_URL',
  'BING_BASE_URL',
  'CHATGPT_BASE_URL',
];

/** @param {Record<string, string | undefined>} env */
export function hasProvider(env) {
  return PROVIDER_VARIABLES.some((name) => Boolean(env[name])) && !['true', '1'].includes(env.SANDBOX ?? '');
}
