import { costOf } from '#app/contracts/money.ts';
import { config } from '../platform/config.ts';
import type { Tx } from '#db/transaction.ts';
import { findModel } from './find-model.ts';
import { isOnOffer } from './offer.ts';
import { priceAt } from './price-in-force.ts';
import { readSnapshot, type CatalogueEntry } from './snapshot.ts';

/** A title reads some hundred tokens and writes a few; a price per token is compared by what this costs. */
const TITLE_USAGE = { promptTokens: 600_000, cachedTokens: 0, completionTokens: 20_000, reasoningTokens: 0 };

/**
 * The model that writes titles: TITLE_MODEL, else the cheapest on offer.
 * @returns null when nothing is on offer
 * @throws AppError model_not_found when TITLE_MODEL names a model that is not on offer
 */
export async function cheapestModel(tx: Tx): Promise<CatalogueEntry | null> {
  const chosen = config().TITLE_MODEL;
  if (chosen) return findModel(tx, chosen);
  const snapshot = await readSnapshot(tx);
  const now = new Date();
  let cheapest: { model: CatalogueEntry; cost: bigint } | null = null;
  for (const model of snapshot.models.values()) {
    const price = isOnOffer(snapshot, model) ? priceAt(snapshot, model.id, now) : undefined;
    if (!price) continue;
    const cost = costOf(TITLE_USAGE, price);
    if (!cheapest || cost < cheapest.cost) cheapest = { model, cost };
  }
  return cheapest?.model ?? null;
}
