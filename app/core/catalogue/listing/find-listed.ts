import { AppError } from '#app/contracts/errors.ts';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { followAliases } from '#app/core/catalogue/find-model.ts';
import { nearIds } from '#app/core/catalogue/near-names.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readListing } from './read-listing.ts';

/** A model of the catalogue, and the retired id that led to it. */
export interface FoundListed {
  model: ListedModel;
  retired: { id: string; on: string | null } | null;
}

/**
 * A model that the catalogue shows, callable or not; a retired id leads to its successor.
 * @throws AppError model_not_found with the near names in `near`
 */
export async function findListed(id: string): Promise<FoundListed> {
  const [snapshot, { models, byId }] = await Promise.all([readSnapshot(AUTOCOMMIT), readListing()]);
  const own = byId.get(id);
  if (own) return { model: own, retired: null };
  const successor = byId.get(followAliases(snapshot, id));
  if (successor)
    return { model: successor, retired: { id, on: snapshot.aliases.get(id)?.retiredOn ?? null } };
  const near = nearIds(models, id).join(', ');
  throw new AppError('model_not_found', {
    param: 'model',
    message: `There is no model ${id.slice(0, 160)}.${near && ` Near names: ${near}.`}`,
    ...(near && { params: { near } }),
  });
}
