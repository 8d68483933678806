import { config } from '../platform/config.ts';
import { isConfigured } from '../providers/credentials.ts';
import type { CatalogueEntry, Snapshot } from './snapshot.ts';

/** True for a model that can be talked to now: enabled, not retired, its provider set up by the operator. */
export function isOnOffer(snapshot: Snapshot, model: CatalogueEntry): boolean {
  return model.enabled && isConfigured(model.provider, config()) && successorOf(snapshot, model.id) === null;
}

/**
 * The successor that a retired id leads to today, or null for an id that is not retired. The date of an
 * announced retirement may stand in the catalogue beside the model: it changes over by itself.
 */
export function successorOf({ aliases }: Snapshot, id: string, now = new Date()): string | null {
  const alias = aliases.get(id);
  if (!alias) return null;
  const retired = alias.retiredOn === null || alias.retiredOn <= now.toISOString().slice(0, 10);
  return retired ? alias.modelId : null;
}
