import type { Tx } from '#db/transaction.ts';
import { barOf, type Bar } from './callable-offers.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { DatedPrice, Offer, Snapshot } from '#app/core/catalogue/entry.ts';
import { ownOffersOf } from '#app/core/catalogue/served-by.ts';
import { priceAt } from './price-in-force.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';

/** An offer with its price in force. */
export interface PricedOffer extends Offer {
  price: DatedPrice;
}

/**
 * Who can be asked for a model at a moment: offers that are switched on, whose provider is set up here, and
 * whose price is known. The cheapest stand first.
 */
export async function listOffers(tx: Tx, modelId: string, at: Date): Promise<PricedOffer[]> {
  const snapshot = await readSnapshot(tx);
  return priced(snapshot, snapshot.callable.get(modelId) ?? [], at);
}

/** The same on a person's key for an endpoint, whoever else serves the model. */
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

/** Somebody who serves a model and cannot be called for it here. */
export interface BarredOffer {
  provider: string;
  bar: Bar | 'no_price';
}

/** Those whom `listOffers` leaves out, and why. */
export async function listBarredOffers(tx: Tx, modelId: string, at: Date): Promise<BarredOffer[]> {
  const { offers, prices } = await readSnapshot(tx);
  return (offers.get(modelId) ?? []).flatMap((offer) => {
    const bar = barOf(offer) ?? (priceAt(prices.get(offer.id), at) ? null : 'no_price');
    return bar === null ? [] : [{ provider: offer.provider, bar }];
  });
}
