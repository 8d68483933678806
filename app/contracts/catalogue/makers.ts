/** What makers call themselves, by the first part of their models' ids. */
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

/** The name of a maker; one that is not known yet is called as its ids call it. */
export function makerName(id: string): string {
  return Object.hasOwn(NAMES, id) ? NAMES[id]! : id;
}
