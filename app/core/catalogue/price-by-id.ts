import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import { lastSnapshot, rereadSnapshot, type DatedPrice, type Snapshot } from './snapshot.ts';

/**
 * The price that a generation was admitted with, in force or not any more. The amounts of a price never
 * change, so an old copy of the catalogue is as good as a new one.
 * @throws AppError price_unknown when the row is gone
 */
export async function priceById(tx: Tx, id: string): Promise<DatedPrice> {
  const price = find(lastSnapshot(), id) ?? find(await rereadSnapshot(tx), id);
  if (!price) throw new AppError('price_unknown', { message: `There is no price ${id}.` });
  return price;
}

function find(snapshot: Snapshot | undefined, id: string): DatedPrice | undefined {
  for (const rows of snapshot?.prices.values() ?? []) {
    const price = rows.find((row) => row.id === id);
    if (price) return price;
  }
  return undefined;
}
