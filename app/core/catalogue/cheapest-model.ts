import { AppliedRates, type Price } from '#app/contracts/price.ts';
import { config } from '../platform/config.ts';
import type { Tx } from '#db/transaction.ts';
import { findChatModel, type ChatModel } from './find-model.ts';
import { isOnOffer } from './offer.ts';
import { priceAt } from './price-in-force.ts';
import { readSnapshot } from './snapshot.ts';

/**
 * The model that writes titles: TITLE_MODEL, else the cheapest on offer.
 * @returns null when nothing is on offer
 * @throws AppError model_not_found when TITLE_MODEL names a model that is not on offer
 */
export async function cheapestModel(tx: Tx): Promise<ChatModel | null> {
  const chosen = config().TITLE_MODEL;
  if (chosen) return findChatModel(tx, chosen);
  const snapshot = await readSnapshot(tx);
  const now = new Date();
  let cheapest: { id: string; cost: bigint } | null = null;
  for (const model of snapshot.models.values()) {
    if (model.endpoint === null || !isOnOffer(snapshot, model, now)) continue;
    for (const offer of snapshot.callable.get(model.id) ?? []) {
      const price = priceAt(snapshot.prices.get(offer.id), now);
      const cost = price ? titleCost(price, now) : null;
      if (cost !== null && (!cheapest || cost < cheapest.cost)) cheapest = { id: model.id, cost };
    }
  }
  return cheapest && findChatModel(tx, cheapest.id);
}

/** A title reads some hundred tokens and writes a few. */
function titleCost(price: Price, at: Date): bigint | null {
  const rates = new AppliedRates(price, { promptTokens: 600, at });
  const [input, output] = [rates.of('input'), rates.of('output')];
  return input && output ? 600n * input.ratePico + 20n * output.ratePico : null;
}
