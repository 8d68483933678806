import { createHash } from 'node:crypto';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { Snapshot } from '#app/core/catalogue/entry.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listModel } from './list-model.ts';

/** All models that the catalogue shows, in the operator's order. */
export interface Listing {
  /** Changes with anything that the listing says, and only then, in every process alike. */
  version: string;
  models: readonly ListedModel[];
  byId: ReadonlyMap<string, ListedModel>;
}

const made = new WeakMap<Snapshot, Listing>();
let last: Listing | undefined;

/**
 * The listing of the catalogue as it is now. It is made once for a copy of the catalogue, and only when somebody asks;
 * while nothing changes it is one and the same object, so that what is worked out from it can be kept beside it.
 */
export async function readListing(): Promise<Listing> {
  const snapshot = await readSnapshot(AUTOCOMMIT);
  const known = made.get(snapshot);
  if (known) return known;
  const at = new Date();
  const models = [...snapshot.models.values()].flatMap((entry) => listModel(snapshot, entry, at) ?? []);
  const version = createHash('sha256').update(JSON.stringify(models)).digest('base64url').slice(0, 22);
  const listing =
    last?.version === version
      ? last
      : { version, models, byId: new Map(models.map((model) => [model.id, model])) };
  made.set(snapshot, listing);
  last = listing;
  return listing;
}
