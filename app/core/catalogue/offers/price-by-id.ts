import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import type { DatedPrice } from '#app/core/catalogue/entry.ts';
import { lastSnapshot, rereadSnapshot } from '#app/core/catalogue/snapshot.ts';

/**
 * The price that a generation was admitted with, in force or not any more. The rules of a price never change,
 * so an old copy of the catalogue is as good as a new one.
 * @throws AppError price_unknown when the row is gone
 */
export async function priceById(tx: Tx, id: string): Promise<DatedPrice> {
  const price = lastSnapshot()?.priceById.get(id) ?? (await rereadSnapshot(tx)).priceById.get(id);
  if (!price) throw new AppError('price_unknown', { message: `There is no price ${id}.` });
  return price;
}
