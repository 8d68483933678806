import { mediaMadeBy } from '#app/contracts/models.ts';
import type { Tx } from '#db/transaction.ts';
import type { CatalogueEntry } from './entry.ts';
import { isOnOffer } from './offers/offer.ts';
import { readSnapshot } from './snapshot.ts';

/** The models that make pictures or videos, and nothing else, and can be asked now, in the operator's order. */
export async function listMediaModels(tx: Tx): Promise<CatalogueEntry[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()].filter(
    (model) => model.endpoint === null && mediaMadeBy(model.supports) !== null && isOnOffer(snapshot, model),
  );
}
