import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import type { CatalogueEntry } from './entry.ts';
import { lastSnapshot, rereadSnapshot } from './snapshot.ts';

/**
 * The catalogue entry of a model, available or not: a call that has begun must be settled even if its model
 * was switched off, or the database is unavailable. An old copy is sufficient for that.
 * @throws AppError model_not_found for an id that has no row
 */
export async function readEntry(tx: Tx, id: string): Promise<CatalogueEntry> {
  const entry = lastSnapshot()?.models.get(id) ?? (await rereadSnapshot(tx)).models.get(id);
  if (!entry)
    throw new AppError('model_not_found', { param: 'model', message: `No model ${id.slice(0, 160)}.` });
  return entry;
}
