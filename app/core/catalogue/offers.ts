import type { AnsweringKey } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppliedRates, type Price } from '#app/contracts/price.ts';
import { isOnOffer, priceAt, type DatedPrice, type Offer, type Snapshot } from './entry.ts';
import { findChatModel } from './models.ts';
import { answersFor, ownOffersOf } from './endpoint-models.ts';
import { readSnapshot } from './snapshot.ts';
import { config } from '#app/core/platform/config.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { barOf, type Bar } from './callable-offers.ts';

/** An offer with its price in force. */
export interface PricedOffer extends Offer {
  price: DatedPrice;
}

interface Answering {
  key: AnsweringKey;
  /** The offers that the key opens; for a missing key, those that it would open. */
  offers: PricedOffer[];
}

/**
 * The offers that can be called for a model at a moment: switched on, with a provider that is set up here and
 * a known price. The cheapest come first.
 */
export async function listOffers(tx: Tx, modelId: string, at: Date): Promise<PricedOffer[]> {
  const snapshot = await readSnapshot(tx);
  return priced(snapshot, snapshot.callable.get(modelId) ?? [], at);
}

/** The same on a user's own key for an endpoint, whichever other offers the model has. */
export async function listOwnOffers(
  tx: Tx,
  { model, endpoint }: { model: string; endpoint: Endpoint },
  at: Date,
): Promise<PricedOffer[]> {
  const snapshot = await readSnapshot(tx);
  return priced(snapshot, ownOffersOf(snapshot, model, endpoint), at);
}

function priced({ prices }: Snapshot, offers: readonly Offer[], at: Date): PricedOffer[] {
  return offers.flatMap((offer) => {
    const price = priceAt(prices.get(offer.id), at);
    return price ? [{ ...offer, price }] : [];
  });
}

/** An offer of a model, whether it can be called or not, with its price in force if it has one. */
export async function readOffer(
  tx: Tx,
  { model, offer: id }: { model: string; offer: string },
  at: Date,
): Promise<(Offer & { price: DatedPrice | undefined }) | undefined> {
  const { offers, prices } = await readSnapshot(tx);
  const offer = offers.get(model)?.find((one) => one.id === id);
  return offer && { ...offer, price: priceAt(prices.get(id), at) };
}

/** An offer of a model that cannot be called here. */
export interface BarredOffer {
  provider: string;
  bar: Bar | 'no_price';
}

/** The offers that `listOffers` leaves out, and the reasons. */
export async function listBarredOffers(tx: Tx, modelId: string, at: Date): Promise<BarredOffer[]> {
  const { offers, prices } = await readSnapshot(tx);
  return (offers.get(modelId) ?? []).flatMap((offer) => {
    const bar = barOf(offer) ?? (priceAt(prices.get(offer.id), at) ? null : 'no_price');
    return bar === null ? [] : [{ provider: offer.provider, bar }];
  });
}

/**
 * The offers that answer a user with a model of a chat endpoint. The user's own key is used if there is one
 * for the endpoint and it opens an offer of the model, else the operator's.
 * @param ownKeys the endpoints that the user has a key for
 */
export async function answeringOffers(
  { model, endpoint, ownKeys }: { model: string; endpoint: Endpoint; ownKeys: ReadonlySet<string> },
  at: Date,
): Promise<Answering> {
  const own = await listOwnOffers(AUTOCOMMIT, { model, endpoint }, at);
  if (own.length > 0 && ownKeys.has(endpoint)) return { key: 'own', offers: own };
  const offers = (await listOffers(AUTOCOMMIT, model, at)).filter((offer) => answersFor(endpoint, offer));
  return own.length > 0 && offers.length === 0
    ? { key: 'missing', offers: own }
    : { key: 'operator', offers };
}

/**
 * The offers that write titles, the cheapest first: those of TITLE_MODEL, else of every model that chats.
 * @throws AppError model_not_found when TITLE_MODEL names a model that is not available
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

/** A title reads a few hundred tokens and writes a few. */
function titleCost(price: Price, at: Date): bigint | null {
  const rates = new AppliedRates(price, { promptTokens: 600, at });
  const [input, output] = [rates.of('input'), rates.of('output')];
  return input && output ? 600n * input.ratePico + 20n * output.ratePico : null;
}
