import type { Transaction } from 'sequelize';
import type { Modality } from '#app/contracts/models.ts';
import { writeRules, type PriceRule } from '#app/contracts/price.ts';
import { CatalogueModel, Offer, OfferPrice } from '#db/models/catalogue.ts';
import { newId } from '../../platform/ids.ts';
import type { PriceDiff } from './diff-prices.ts';
import { modelIdOf, type Listed } from './listed.ts';

/** After every model that the seed orders. */
const LAST = 10_000;

/** Where an import's prices come from, and from when on they count. */
export interface ImportOrigin {
  source: string;
  at: Date;
}

/**
 * Writes what an import found. A changed price is a new row: the old ones stay, because charges point to them.
 * A new offer is hearsay until an operator confirms its model.
 */
export async function writePrices(tx: Transaction, diff: PriceDiff, origin: ImportOrigin): Promise<void> {
  for (const { offer, rules } of diff.changed) await writePrice(tx, offer.id, rules, 'B', origin);
  for (const listed of diff.added) await writeOffer(tx, listed, origin);
}

async function writeOffer(tx: Transaction, listed: Listed, { source, at }: ImportOrigin): Promise<void> {
  const { provider, upstreamModel } = listed;
  const modelId = modelIdOf(listed);
  if (!(await CatalogueModel.findByPk(modelId, { transaction: tx }))) {
    const kind = kindOf(listed.rules);
    await CatalogueModel.create(
      {
        id: modelId,
        endpoint: kind === 'text-to-text' ? 'openAI' : null,
        provider,
        upstreamModel,
        name: listed.name.slice(0, 120),
        contextTokens: listed.contextTokens ?? 0,
        maxOutputTokens: listed.maxOutputTokens ?? Math.min(listed.contextTokens ?? 0, 16_384),
        supports: JSON.stringify([kind]),
        tokenizer: 'none',
        rankOrder: LAST,
        source,
        readOn: at.toISOString().slice(0, 10),
        confidence: 'C',
        createdAt: at,
        updatedAt: at,
      },
      { transaction: tx },
    );
  }
  const facts = { modelId, provider, upstreamModel, contextTokens: listed.contextTokens };
  const offer = await Offer.create(
    { id: newId(), ...facts, confidence: 'C', source, createdAt: at, updatedAt: at },
    { transaction: tx },
  );
  await writePrice(tx, offer.id, listed.rules, 'C', { source, at });
}

async function writePrice(
  tx: Transaction,
  offerId: string,
  rules: readonly PriceRule[],
  confidence: string,
  { source, at }: ImportOrigin,
): Promise<void> {
  await OfferPrice.create(
    { id: newId(), offerId, validFrom: at, rules: writeRules(rules), source, confidence, createdAt: at },
    { transaction: tx },
  );
}

function kindOf([base]: readonly PriceRule[]): Modality {
  if (base?.rates.second !== undefined) return 'text-to-video';
  return base?.rates.megapixel === undefined ? 'text-to-text' : 'text-to-image';
}
