import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import { isOnOffer, successorOf } from './offer.ts';
import { readSnapshot, type CatalogueEntry, type Snapshot } from './snapshot.ts';

/** A model to talk to. */
export interface Model extends CatalogueEntry {
  /** The retired id that was asked for, when this model answers in its stead: to be said on screen. */
  standsInFor: { id: string; retiredOn: string | null } | null;
}

/** Successors of successors: more steps than this are a circle. */
const MOST_STEPS = 8;

/**
 * The model that serves an id. A retired id leads to its successor; where that is not on offer (another
 * provider is set up), to the first model of its endpoint, so that the defaults of the specification work on
 * every installation.
 * @throws AppError model_not_found for an id that nobody knows or that is not on offer
 */
export async function findModel(tx: Tx, id: string): Promise<Model> {
  const snapshot = await readSnapshot(tx);
  const successor = followAliases(snapshot, id);
  const model = snapshot.models.get(successor);
  if (!model) throw notFound(id);
  if (successor === id) {
    if (!isOnOffer(snapshot, model)) throw notFound(id);
    return { ...model, standsInFor: null };
  }
  const standIn = isOnOffer(snapshot, model) ? model : firstOnOffer(snapshot, model.endpoint);
  if (!standIn) throw notFound(id);
  return { ...standIn, standsInFor: { id, retiredOn: snapshot.aliases.get(id)?.retiredOn ?? null } };
}

function followAliases(snapshot: Snapshot, id: string): string {
  let at = id;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = successorOf(snapshot, at);
    if (next === null) return at;
    at = next;
  }
  return at;
}

function firstOnOffer(snapshot: Snapshot, endpoint: string): CatalogueEntry | undefined {
  return [...snapshot.models.values()].find(
    (model) => model.endpoint === endpoint && isOnOffer(snapshot, model),
  );
}

function notFound(id: string): AppError {
  return new AppError('model_not_found', {
    message: `The model ${id.slice(0, 160)} does not exist or is not on offer.`,
    param: 'model',
  });
}
