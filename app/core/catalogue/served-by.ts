import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import type { CatalogueEntry, Snapshot } from './entry.ts';
import { isOnOffer } from './offers/offer.ts';

/**
 * Whether an endpoint of the chat answers with a model now: one that is its own, or, where one provider answers for the
 * endpoint, any that this provider serves. So several endpoints may have the same model.
 */
export function isServedBy(snapshot: Snapshot, model: CatalogueEntry, endpoint: Endpoint): boolean {
  if (model.endpoint === null || !isOnOffer(snapshot, model)) return false;
  if (!factsOf(endpoint)?.providers) return model.endpoint === endpoint;
  return (snapshot.callable.get(model.id) ?? []).some((offer) => answersFor(endpoint, offer));
}

/** Whether an offer of a model is one that answers for an endpoint. */
export function answersFor(endpoint: Endpoint, { provider }: { provider: string }): boolean {
  return factsOf(endpoint)?.providers?.includes(provider) ?? true;
}

/** The first model of an endpoint, in the operator's order. */
export function firstServedBy(snapshot: Snapshot, endpoint: Endpoint): CatalogueEntry | undefined {
  return [...snapshot.models.values()].find((model) => isServedBy(snapshot, model, endpoint));
}
