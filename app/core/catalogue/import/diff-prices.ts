import { formatPerMillion } from '#app/contracts/money.ts';
import { PRICE_CLASSES, writeRules, type PriceRule, type Rates } from '#app/contracts/price.ts';
import type { DatedPrice, Offer, Snapshot } from '../entry.ts';
import { priceAt } from '#app/core/catalogue/offers/price-in-force.ts';
import { modelIdOf, type Listed, type PriceList } from './listed.ts';

/** What an import would do. */
export interface PriceDiff {
  /** Offers that the catalogue does not have. */
  added: Listed[];
  changed: { offer: Offer; before: DatedPrice | undefined; rules: PriceRule[] }[];
  /** Offers of the list's providers that the list does not have: said, and left as they are. */
  vanished: Offer[];
  skipped: string[];
}

/** Compares a list with the prices that are in force. */
export function diffPrices({ offers, prices }: Snapshot, list: PriceList, at: Date): PriceDiff {
  const known = [...offers.values()].flat();
  const keyOf = (provider: string, model: string) => `${provider} ${model.toLowerCase()}`;
  const byName = new Map(
    known.flatMap((offer) => [
      [keyOf(offer.provider, offer.modelId), offer],
      [keyOf(offer.provider, offer.upstreamModel), offer],
    ]),
  );
  const diff: PriceDiff = { added: [], changed: [], vanished: [], skipped: [...list.skipped] };
  const seen = new Set<string>();
  for (const listed of list.listed) {
    const { provider, upstreamModel, rules } = listed;
    const own = keyOf(provider, modelIdOf(listed));
    const offer = byName.get(keyOf(provider, upstreamModel)) ?? byName.get(own);
    const once = offer?.id ?? own;
    if (seen.has(once)) continue;
    seen.add(once);
    if (offer) compare(diff, offer, priceAt(prices.get(offer.id), at), rules);
    else diff.added.push(listed);
  }
  const providers = new Set(list.listed.map(({ provider }) => provider));
  diff.vanished = known.filter(({ id, provider }) => providers.has(provider) && !seen.has(id));
  return diff;
}

/** Rates that the list does not state stay as they are; rules that it does not know are left to a person. */
function compare(diff: PriceDiff, offer: Offer, before: DatedPrice | undefined, listed: PriceRule[]): void {
  const [base, ...tiers] = listed;
  const [oldBase, ...oldTiers] = before?.rules ?? [];
  const merged: PriceRule = { rates: { ...(oldBase?.when ? {} : oldBase?.rates), ...base?.rates } };
  const rules = [ordered(merged), ...(tiers.length > 0 ? tiers.map(ordered) : [])];
  const kept = [ordered(merged), ...oldTiers];
  const same =
    before && writeRules(before.rules.map(ordered)) === writeRules(tiers.length > 0 ? rules : kept);
  if (same) return;
  if (oldTiers.length > 0 && (tiers.length === 0 || oldTiers.some(({ when }) => !when?.promptTokensAbove)))
    diff.skipped.push(`${offer.modelId} at ${offer.provider}: has price rules that the list does not state`);
  else diff.changed.push({ offer, before, rules });
}

function ordered({ when, rates }: PriceRule): PriceRule {
  const entries = PRICE_CLASSES.flatMap((name) => (rates[name] === undefined ? [] : [[name, rates[name]]]));
  return { ...(when && { when }), rates: Object.fromEntries(entries) as Rates };
}

/** The diff for people, old prices before new ones. */
export function diffLines({ added, changed, vanished, skipped }: PriceDiff): string[] {
  return [
    ...added.map(
      ({ provider, upstreamModel, rules }) =>
        `new       ${upstreamModel} at ${provider}: ${describeRules(rules)}`,
    ),
    ...changed.map(
      ({ offer, before, rules }) =>
        `price     ${offer.modelId} at ${offer.provider}: ${before ? describeRules(before.rules) : 'none'} → ${describeRules(rules)}`,
    ),
    ...vanished.map(({ modelId, provider }) => `vanished  ${modelId} at ${provider}: left as it is`),
    ...skipped.map((reason) => `skipped   ${reason}`),
    `${added.length} new, ${changed.length} changed, ${vanished.length} vanished, ${skipped.length} skipped.`,
  ];
}

/**
 * A tariff in one line: `input $2.50, output $10.00; above 200000 input $5.00`. Dollars for a million tokens, or for one unit
 * of what is sold by the piece.
 */
export function describeRules(rules: readonly PriceRule[]): string {
  return rules
    .map(({ when, rates }) => {
      const above = when?.promptTokensAbove ? `above ${when.promptTokensAbove} ` : '';
      const parts = PRICE_CLASSES.flatMap((name) => {
        const rate = rates[name];
        if (rate === undefined) return [];
        const unit = ['megapixel', 'second', 'request'].includes(name);
        return `${name} ${formatPerMillion(unit ? rate / 1_000_000n : rate)}`;
      });
      return above + parts.join(', ');
    })
    .join('; ');
}
