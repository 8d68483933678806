import type { CatalogueEntry, Snapshot } from '#app/core/catalogue/entry.ts';

/** Whose keys are meant: the operator's alone, or those that people bring as well. */
export type Keys = 'operator' | 'anybody';

/** True for a model that can be talked to now: neither retired nor shut down, and somebody serves it here. */
export function isOnOffer(
  snapshot: Snapshot,
  { id, shutdownOn }: CatalogueEntry,
  now = new Date(),
  keys: Keys = 'operator',
): boolean {
  const isServed = snapshot.callable.has(id) || (keys === 'anybody' && snapshot.byOwnKey.has(id));
  if (!isServed || successorOf(snapshot, id, now) !== null) return false;
  return shutdownOn === null || shutdownOn > today(now);
}

/**
 * The successor that a retired id leads to today, or null for an id that is not retired. The date of an
 * announced retirement may stand in the catalogue beside the model: it changes over by itself.
 */
export function successorOf({ aliases }: Snapshot, id: string, now = new Date()): string | null {
  const alias = aliases.get(id);
  if (!alias) return null;
  return alias.retiredOn === null || alias.retiredOn <= today(now) ? alias.modelId : null;
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}
