import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import { forgetSnapshot, readSnapshot, type DatedPrice, type Snapshot } from './snapshot.ts';

/**
 * The price that a generation was admitted with, in force or not any more.
 * @throws AppError price_unknown when the row is gone
 */
export async function priceById(tx: Tx, id: string): Promise<DatedPrice> {
  const known = find(await readSnapshot(tx), id);
  if (known) return known;
  // Another process may have written it within the last second.
  forgetSnapshot();
  const price = find(await readSnapshot(tx), id);
  if (!price) throw new AppError('price_unknown', { message: `There is no price ${id}.` });
  return price;
}

function find({ prices }: Snapshot, id: string): DatedPrice | undefined {
  for (const rows of prices.values()) {
    const price = rows.find((row) => row.id === id);
    if (price) return price;
  }
  return undefined;
}
