import type { PriceRule } from '#app/contracts/price.ts';
import { countOr, isRecord, ratesAt, recordAt, type Listed, type PriceList } from './price-list.ts';

/** LiteLLM's names of providers -> ours. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  azure: 'azure',
  anthropic: 'anthropic',
  gemini: 'google',
  xai: 'xai',
  deepseek: 'deepseek',
  moonshot: 'moonshotai',
  zai: 'zai',
  dashscope: 'alibaba',
  minimax: 'minimax',
  mistral: 'mistral',
  cohere_chat: 'cohere',
  perplexity: 'perplexity',
  openrouter: 'openrouter',
  groq: 'groq',
  together_ai: 'togetherai',
  fireworks_ai: 'fireworks-ai',
  deepinfra: 'deepinfra',
  novita: 'novita-ai',
  nebius: 'nebius',
  cerebras: 'cerebras',
};

const NAMES = [
  ['input_cost_per_token', 'input'],
  ['cache_read_input_token_cost', 'cachedInput'],
  ['cache_creation_input_token_cost', 'cacheWrite'],
  ['cache_creation_input_token_cost_above_1hr', 'cacheWriteLong'],
  ['input_cost_per_audio_token', 'audioInput'],
  ['output_cost_per_token', 'output'],
] as const;

/**
 * Reads LiteLLM's map of prices: model to facts, dollars per token. Only chat models.
 * @throws PriceListError
 */
export function readPriceMap(map: Record<string, unknown>): PriceList {
  const list: PriceList = { listed: [], skipped: [] };
  for (const [key, value] of Object.entries(map)) {
    if (key === 'sample_spec') continue;
    const path = `["${key.slice(0, 160)}"]`;
    const facts = recordAt(value, path);
    const provider = PROVIDERS[String(facts['litellm_provider'])];
    if (!provider || facts['mode'] !== 'chat') continue;
    const rates = ratesAt(facts, path, NAMES, 12);
    if (rates.input === undefined || rates.output === undefined)
      list.skipped.push(`${key}: no price for ${rates.input === undefined ? 'the prompt' : 'the answer'}`);
    else list.listed.push(toListed(key, provider, facts, [{ rates }, ...tiersOf(facts, path)]));
  }
  return list;
}

/** `input_cost_per_token_above_200k_tokens`: a tier by the length of the prompt. */
function tiersOf(facts: Record<string, unknown>, path: string): PriceRule[] {
  const tiers = new Set<number>();
  for (const field of Object.keys(facts)) {
    const thousands = /_above_(\d{1,5})k_tokens$/.exec(field)?.[1];
    if (thousands) tiers.add(Number(thousands));
  }
  return [...tiers]
    .sort((a, b) => a - b)
    .map((thousands) => ({
      when: { promptTokensAbove: thousands * 1000 },
      rates: ratesAt(
        facts,
        path,
        NAMES.map(([field, name]) => [`${field}_above_${thousands}k_tokens`, name] as const),
        12,
      ),
    }))
    .filter(({ rates }) => Object.keys(rates).length > 0);
}

/** Most keys begin with their provider's name, which is not part of the provider's name for the model. */
function toListed(key: string, provider: string, facts: Record<string, unknown>, rules: PriceRule[]): Listed {
  const prefix = `${String(facts['litellm_provider']).replace(/_chat$/, '')}/`;
  const upstreamModel = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  return {
    provider,
    upstreamModel,
    name: upstreamModel,
    contextTokens: countOr(facts['max_input_tokens']),
    maxOutputTokens: countOr(facts['max_output_tokens']),
    rules,
  };
}

/** Returns true for a value that looks like that map. */
export function isPriceMap(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) && Object.values(value).some((entry) => isRecord(entry) && 'litellm_provider' in entry)
  );
}
