import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { Tx } from '#db/transaction.ts';
import type { CatalogueEntry } from './entry.ts';
import type { Keys } from './offers/offer.ts';
import { isServedBy } from './served-by.ts';
import { readSnapshot } from './snapshot.ts';

/** The models of an endpoint that can be talked to now, in the operator's order. */
export async function listModels(tx: Tx, endpoint: Endpoint, keys: Keys): Promise<CatalogueEntry[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()].filter((model) => isServedBy(snapshot, model, endpoint, keys));
}
