/** Display names of makers, keyed by the first part of their models' ids. */
const NAMES: Readonly<Record<string, string>> = {
  alibaba: 'Alibaba',
  amazon: 'Amazon',
  anthropic: 'Anthropic',
  'black-forest-labs': 'Black Forest Labs',
  bytedance: 'ByteDance',
  cohere: 'Cohere',
  deepseek: 'DeepSeek',
  google: 'Google',
  ideogram: 'Ideogram',
  kling: 'Kling',
  luma: 'Luma',
  'meta-llama': 'Meta',
  minimax: 'MiniMax',
  mistralai: 'Mistral AI',
  moonshotai: 'Moonshot AI',
  nvidia: 'NVIDIA',
  openai: 'OpenAI',
  perplexity: 'Perplexity',
  qwen: 'Qwen',
  recraft: 'Recraft',
  runway: 'Runway',
  sandbox: 'Sandbox',
  'x-ai': 'xAI',
  'z-ai': 'Z.ai',
};

/** The display name of a maker; for an unknown maker the id itself. */
export function makerName(id: string): string {
  return Object.hasOwn(NAMES, id) ? NAMES[id]! : id;
}
