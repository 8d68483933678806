import type { PriceClass } from '#app/contracts/price.ts';
import {
  countOr,
  PriceListError,
  ratesAt,
  recordAt,
  textAt,
  type Listed,
  type PriceList,
} from './price-list.ts';

/** Dollars per token, as text. */
const PER_TOKEN = [
  ['prompt', 'input'],
  ['input_cache_read', 'cachedInput'],
  ['input_cache_write', 'cacheWrite'],
  ['completion', 'output'],
  ['request', 'request'],
] as const;

/** Dollars per million tokens. */
const PER_MILLION = [
  ['inputCost', 'input'],
  ['cachedInputCost', 'cachedInput'],
  ['outputCost', 'output'],
] as const;

/** Dollars per image, megapixel or second. */
const PER_UNIT = [
  ['defaultPrice', 'megapixel'],
  ['outputVideoCost', 'second'],
] as const;

/**
 * Reads another hub's response to `/models`: `{data: [...]}` or the list itself. An entry either states its
 * price, and the hub is the provider, or names its providers: a list, or a single object.
 * @param hub the provider of entries that name none
 * @throws PriceListError
 */
export function readHubList(entries: readonly unknown[], hub: string | null): PriceList {
  const list: PriceList = { listed: [], skipped: [] };
  entries.forEach((value, index) => {
    const path = `data[${index}]`;
    const entry = recordAt(value, path);
    const id = textAt(entry['id'] ?? entry['productId'], `${path}.id`);
    for (const { provider, pricing, at } of providersOf(entry, path, hub)) {
      const rates = readRates(recordAt(pricing ?? {}, at), at);
      const output = rates.output ?? rates.megapixel ?? rates.second;
      const priced = output !== undefined && (rates.output === undefined || rates.input !== undefined);
      if (priced) list.listed.push(toListed(entry, id, provider, rates));
      else list.skipped.push(`${id} at ${provider}: the price is missing or zero`);
    }
  });
  return list;
}

interface Seller {
  provider: string;
  pricing: unknown;
  /** Path of the pricing. */
  at: string;
}

function providersOf(entry: Record<string, unknown>, path: string, hub: string | null): Seller[] {
  const named = entry['providers'] ?? entry['provider'];
  if (named !== undefined && typeof named !== 'string') {
    return (Array.isArray(named) ? named : [named]).map((value: unknown, index) => {
      const at = `${path}.providers[${index}]`;
      const seller = recordAt(value, at);
      return {
        provider: textAt(seller['name'], `${at}.name`).toLowerCase(),
        pricing: seller['pricing'],
        at: `${at}.pricing`,
      };
    });
  }
  const provider = typeof named === 'string' ? named : hub;
  if (!provider) throw new PriceListError(`${path} names no provider: say whose list it is with --provider.`);
  return [{ provider, pricing: entry['pricing'], at: `${path}.pricing` }];
}

function readRates(pricing: Record<string, unknown>, path: string): Partial<Record<PriceClass, bigint>> {
  return {
    ...ratesAt(pricing, path, PER_UNIT, 12),
    ...ratesAt(pricing, path, PER_MILLION, 6),
    ...ratesAt(pricing, path, PER_TOKEN, 12),
  };
}

function toListed(
  entry: Record<string, unknown>,
  id: string,
  provider: string,
  rates: Partial<Record<PriceClass, bigint>>,
): Listed {
  return {
    provider,
    upstreamModel: id,
    name: typeof entry['name'] === 'string' ? entry['name'].slice(0, 120) : id,
    contextTokens: countOr(entry['context_length'] ?? entry['context']),
    maxOutputTokens: null,
    rules: [{ rates }],
  };
}
