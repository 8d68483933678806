import { dialectOf } from '#app/contracts/providers.ts';
import { readHubList } from './hub-list.ts';
import { isRecord, PriceListError, type PriceList } from './price-list.ts';
import { isPriceMap, readPriceMap } from './price-map.ts';

/** Max prices of a list: far more than any registry has. */
const MAX_LISTED = 20_000;

/**
 * Reads a list of prices: LiteLLM's map, or a hub's response to `/models`.
 * @param provider keeps only this provider's offers; also the provider of entries that name none
 * @throws PriceListError naming the path of the error
 */
export function readPriceList(text: string, provider: string | null): PriceList {
  const json = parse(text);
  const entries = isRecord(json) && Array.isArray(json['data']) ? json['data'] : json;
  const list = Array.isArray(entries)
    ? readHubList(entries, provider)
    : isPriceMap(entries)
      ? readPriceMap(entries)
      : null;
  if (!list) throw new PriceListError('$ must be a price map or a list of models.');
  const wanted = list.listed.filter((one) => provider === null || one.provider === provider);
  if (wanted.length > MAX_LISTED) throw new PriceListError(`$ has more than ${MAX_LISTED} prices.`);
  const unknownProviders = new Set(
    wanted.filter((one) => dialectOf(one.provider) === null).map((one) => one.provider),
  );
  return {
    listed: wanted.filter((one) => !unknownProviders.has(one.provider)),
    skipped: [
      ...list.skipped,
      ...[...unknownProviders].map((name) => `${name}: no provider of the catalogue`),
    ],
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PriceListError(`$ is no JSON: ${(error as Error).message}`);
  }
}
