import { ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import { ENDPOINTS, factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { isOnOffer, type CatalogueEntry, type Keys, type Offer, type Snapshot } from './entry.ts';

/**
 * Returns whether an endpoint of the chat answers with a model now: one of its own models, or, for an
 * endpoint with fixed providers, any model that they offer. So several endpoints may have the same model.
 */
export function isOfferedBy(
  snapshot: Snapshot,
  model: CatalogueEntry,
  endpoint: Endpoint,
  keys: Keys,
): boolean {
  if (model.endpoint === null || !isOnOffer(snapshot, model, new Date(), keys)) return false;
  if (!factsOf(endpoint)?.providers && model.endpoint !== endpoint) return false;
  if ((snapshot.callable.get(model.id) ?? []).some((offer) => answersFor(endpoint, offer))) return true;
  return keys === 'anybody' && ownOffersOf(snapshot, model.id, endpoint).length > 0;
}

/** Returns whether an offer of a model answers for an endpoint. */
export function answersFor(endpoint: Endpoint, { provider }: { provider: string }): boolean {
  return factsOf(endpoint)?.providers?.includes(provider) ?? true;
}

/** The endpoint that answers with a model when none is named: its own, else the first that does. */
export function endpointOf(snapshot: Snapshot, model: CatalogueEntry, keys: Keys): Endpoint | undefined {
  if (model.endpoint === null) return undefined;
  return [model.endpoint, ...ENDPOINTS].find((one) => isOfferedBy(snapshot, model, one, keys));
}

/** The offers of a model that a user's key for an endpoint opens. */
export function ownOffersOf(snapshot: Snapshot, modelId: string, endpoint: Endpoint): Offer[] {
  const providers = ownKeyFacts(endpoint)?.providers ?? [];
  return (snapshot.byOwnKey.get(modelId) ?? []).filter(({ provider }) => providers.includes(provider));
}

/** The first model of an endpoint, in the operator's order. */
export function firstModelOf(snapshot: Snapshot, endpoint: Endpoint, keys: Keys): CatalogueEntry | undefined {
  return [...snapshot.models.values()].find((model) => isOfferedBy(snapshot, model, endpoint, keys));
}
