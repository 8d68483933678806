import { AppError } from '#app/contracts/errors.ts';
import { priceAt, type DatedPrice } from './entry.ts';
import { lastSnapshot, readSnapshot, rereadSnapshot } from './snapshot.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** All prices of an offer, the newest first, and the one in force. */
export interface OfferPrices {
  all: readonly DatedPrice[];
  now: DatedPrice | undefined;
}

/**
 * The price that a generation was admitted with, in force or not. The rules of a price never change, so an
 * old copy of the catalogue is as good as a new one.
 * @throws AppError price_unknown when the row is gone
 */
export async function priceById(tx: Tx, id: string): Promise<DatedPrice> {
  const price = lastSnapshot()?.priceById.get(id) ?? (await rereadSnapshot(tx)).priceById.get(id);
  if (!price) throw new AppError('price_unknown', { message: `There is no price ${id}.` });
  return price;
}

/** The prices of offers, including future ones, by the ids of the offers. */
export async function readPrices(
  offers: readonly { id: string }[],
  at: Date,
): Promise<Map<string, OfferPrices>> {
  const { prices } = await readSnapshot(AUTOCOMMIT);
  return new Map(
    offers.map(({ id }) => [id, { all: prices.get(id) ?? [], now: priceAt(prices.get(id), at) }]),
  );
}
