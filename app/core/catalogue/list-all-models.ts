import type { Tx } from '#db/transaction.ts';
import { retirementOf, type Model } from './find-model.ts';
import { isOnOffer } from './offers/offer.ts';
import { readSnapshot } from './snapshot.ts';

/** Every model on offer, whatever it makes, in the operator's order. */
export async function listAllModels(tx: Tx): Promise<Model[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()]
    .filter((model) => isOnOffer(snapshot, model))
    .map((model) => ({ ...model, standsInFor: null, retires: retirementOf(snapshot, model) }));
}
