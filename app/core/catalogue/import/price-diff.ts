import type { Modality } from '#app/contracts/models.ts';
import { formatPerMillion } from '#app/contracts/money.ts';
import { PRICE_CLASSES, writeRules, type PriceRule, type Rates } from '#app/contracts/price.ts';
import { priceAt, type DatedPrice, type Offer, type Snapshot } from '#app/core/catalogue/entry.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { modelIdOf, type Listed, type PriceList } from './price-list.ts';

/** The changes that an import would make. */
export interface PriceDiff {
  /** Offers that the catalogue does not have. */
  added: Listed[];
  changed: { offer: Offer; before: DatedPrice | undefined; rules: PriceRule[] }[];
  /** Offers of the list's providers that are missing in the list: reported, and left unchanged. */
  vanished: Offer[];
  skipped: string[];
}

/** After every model that the seed orders. */
const LAST = 10_000;

/** The source of an import's prices, and the time from which they apply. */
export interface ImportOrigin {
  source: string;
  at: Date;
}

/** Compares a list with the prices in force. */
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

/** Rates that the list does not state stay unchanged; rules that it does not know are left to an admin. */
function compare(diff: PriceDiff, offer: Offer, before: DatedPrice | undefined, listed: PriceRule[]): void {
  const [base, ...tiers] = listed;
  const [oldBase, ...oldTiers] = before?.rules ?? [];
  const merged: PriceRule = { rates: { ...(oldBase?.when ? {} : oldBase?.rates), ...base?.rates } };
  const rules = [ordered(merged), ...(tiers.length > 0 ? tiers.map(ordered) : [])];
  const unchangedTiers = [ordered(merged), ...oldTiers];
  const same =
    before && writeRules(before.rules.map(ordered)) === writeRules(tiers.length > 0 ? rules : unchangedTiers);
  if (same) return;
  if (oldTiers.length > 0 && (tiers.length === 0 || oldTiers.some(({ when }) => !when?.promptTokensAbove)))
    diff.skipped.push(`${offer.modelId} at ${offer.provider}: has price rules that the list does not state`);
  else diff.changed.push({ offer, before, rules });
}

function ordered({ when, rates }: PriceRule): PriceRule {
  const entries = PRICE_CLASSES.flatMap((name) => (rates[name] === undefined ? [] : [[name, rates[name]]]));
  return { ...(when && { when }), rates: Object.fromEntries(entries) as Rates };
}

/** The difference as text lines, old prices before new ones. */
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
 * A price in one line: `input $2.50, output $10.00; above 200000 input $5.00`. Dollars for a million tokens,
 * or for one unit of anything sold by the piece.
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

/**
 * Writes the changes of an import. A changed price is a new row: the old ones stay, because charges point to
 * them. A new offer is unverified until an operator confirms its model.
 */
export async function writePrices(tx: Transaction, diff: PriceDiff, origin: ImportOrigin): Promise<void> {
  for (const { offer, rules } of diff.changed) await writePrice(tx, offer.id, rules, 'B', origin);
  for (const listed of diff.added) await writeOffer(tx, listed, origin);
}

async function writeOffer(tx: Transaction, listed: Listed, { source, at }: ImportOrigin): Promise<void> {
  const { provider, upstreamModel } = listed;
  const modelId = modelIdOf(listed);
  if (!(await selectRow(tx, 'SELECT 1 AS known FROM models WHERE id = ?', [modelId]))) {
    const kind = kindOf(listed.rules);
    await write(
      tx,
      `INSERT INTO models (id, endpoint, provider, upstream_model, name, context_tokens, max_output_tokens, supports,
                           tokenizer, rank_order, source, read_on, confidence, created_at, updated_at)
       VALUES (?)`,
      [
        [
          modelId,
          kind === 'text-to-text' ? 'openAI' : null,
          provider,
          upstreamModel,
          listed.name.slice(0, 120),
          listed.contextTokens ?? 0,
          listed.maxOutputTokens ?? Math.min(listed.contextTokens ?? 0, 16_384),
          JSON.stringify([kind]),
          'none',
          LAST,
          source,
          at.toISOString().slice(0, 10),
          'C',
          at,
          at,
        ],
      ],
    );
  }
  const offerId = newId();
  await write(
    tx,
    `INSERT INTO offers (id, model_id, provider, upstream_model, context_tokens, confidence, source, created_at, updated_at)
     VALUES (?)`,
    [[offerId, modelId, provider, upstreamModel, listed.contextTokens ?? null, 'C', source, at, at]],
  );
  await writePrice(tx, offerId, listed.rules, 'C', { source, at });
}

async function writePrice(
  tx: Transaction,
  offerId: string,
  rules: readonly PriceRule[],
  confidence: string,
  { source, at }: ImportOrigin,
): Promise<void> {
  await write(
    tx,
    'INSERT INTO offer_prices (id, offer_id, valid_from, rules, source, confidence, created_at) VALUES (?)',
    [[newId(), offerId, at, writeRules(rules), source, confidence, at]],
  );
}

function kindOf([base]: readonly PriceRule[]): Modality {
  if (base?.rates.second !== undefined) return 'text-to-video';
  return base?.rates.megapixel === undefined ? 'text-to-text' : 'text-to-image';
}
