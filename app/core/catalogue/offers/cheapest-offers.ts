import { AppliedRates, type Price } from '#app/contracts/price.ts';
import { config } from '#app/core/platform/config.ts';
import type { Tx } from '#db/transaction.ts';
import { findChatModel } from '#app/core/catalogue/find-model.ts';
import type { PricedOffer } from './list-offers.ts';
import { isOnOffer } from './offer.ts';
import { priceAt } from './price-in-force.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';

/**
 * The offers that write titles, the cheapest first: those of TITLE_MODEL, else of every model that chats.
 * @throws AppError model_not_found when TITLE_MODEL names a model that is not on offer
 */
export async function cheapestOffers(tx: Tx): Promise<PricedOffer[]> {
  const chosen = config().TITLE_MODEL;
  const only = chosen ? (await findChatModel(tx, chosen)).id : null;
  const snapshot = await readSnapshot(tx);
  const now = new Date();
  const found: { offer: PricedOffer; cost: bigint }[] = [];
  for (const model of snapshot.models.values()) {
    if (model.endpoint === null || !isOnOffer(snapshot, model, now)) continue;
    if (only !== null && model.id !== only) continue;
    for (const offer of snapshot.callable.get(model.id) ?? []) {
      const price = priceAt(snapshot.prices.get(offer.id), now);
      const cost = price ? titleCost(price, now) : null;
      if (price && cost !== null) found.push({ offer: { ...offer, price }, cost });
    }
  }
  found.sort((a, b) => (a.cost < b.cost ? -1 : Number(a.cost > b.cost)));
  return found.map(({ offer }) => offer);
}

/** A title reads some hundred tokens and writes a few. */
function titleCost(price: Price, at: Date): bigint | null {
  const rates = new AppliedRates(price, { promptTokens: 600, at });
  const [input, output] = [rates.of('input'), rates.of('output')];
  return input && output ? 600n * input.ratePico + 20n * output.ratePico : null;
}
