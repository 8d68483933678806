/**
 * Providers that answer only while the sandbox runs: one process, with a separate address (`path`, relative
 * to the address of the first provider) and separate simulated faults for each.
 */
export const SANDBOX_PROVIDERS = [
  { id: 'sandbox', name: 'Sandbox', dialect: 'openai', path: '/v1' },
  { id: 'sandbox-b', name: 'Sandbox B', dialect: 'openai', path: '/b/v1' },
  { id: 'sandbox-azure', name: 'Sandbox Azure', dialect: 'azure', path: '/openai/v1' },
  { id: 'sandbox-messages', name: 'Sandbox Messages', dialect: 'anthropic', path: '/v1' },
  { id: 'sandbox-complete', name: 'Sandbox Complete', dialect: 'anthropic-complete', path: '/v1' },
  { id: 'sandbox-generate', name: 'Sandbox Generate', dialect: 'google', path: '/v1beta' },
  { id: 'sandbox-palm', name: 'Sandbox PaLM', dialect: 'palm', path: '/palm' },
  { id: 'sandbox-bing', name: 'Sandbox Bing', dialect: 'bing', path: '/bing' },
  { id: 'sandbox-chatgpt', name: 'Sandbox ChatGPT', dialect: 'chatgpt', path: '/backend-api/conversation' },
  { id: 'sandbox-fal', name: 'Sandbox fal', dialect: 'fal', path: '/media/fal' },
  { id: 'sandbox-replicate', name: 'Sandbox Replicate', dialect: 'replicate', path: '/media/replicate/v1' },
  { id: 'sandbox-bfl', name: 'Sandbox BFL', dialect: 'bfl', path: '/media/bfl/v1' },
  { id: 'sandbox-stability', name: 'Sandbox Stability', dialect: 'stability', path: '/media/stability' },
  { id: 'sandbox-gemini', name: 'Sandbox Gemini', dialect: 'google', path: '/media/gemini/v1beta' },
  { id: 'sandbox-imagen', name: 'Sandbox Imagen', dialect: 'google', path: '/media/imagen/v1beta' },
  { id: 'sandbox-veo', name: 'Sandbox Veo', dialect: 'google', path: '/media/veo/v1beta' },
  { id: 'sandbox-runway', name: 'Sandbox Runway', dialect: 'runway', path: '/media/runway' },
  { id: 'sandbox-luma', name: 'Sandbox Luma', dialect: 'luma', path: '/media/luma/dream-machine/v1' },
  { id: 'sandbox-kling', name: 'Sandbox Kling', dialect: 'kling', path: '/media/kling' },
  { id: 'sandbox-minimax', name: 'Sandbox MiniMax', dialect: 'minimax', path: '/media/minimax-v1' },
  { id: 'sandbox-minimax-2', name: 'Sandbox MiniMax 2', dialect: 'minimax', path: '/media/minimax-v2' },
] as const;
