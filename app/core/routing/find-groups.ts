import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { mayUseModel } from '#app/core/api-keys/api-key.ts';
import { findModel, type Model } from '#app/core/catalogue/find-model.ts';
import type { Keys } from '#app/core/catalogue/offers/offer.ts';
import { listAllModels } from '#app/core/catalogue/list-all-models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Models that stand in one place of what a caller wants: the one that was named, or all that `parlance/auto` knows. */
export interface ModelGroup {
  isAuto: boolean;
  models: Model[];
}

interface Wanted {
  /** Ids in the order in which they are wanted. */
  models: readonly string[];
  /** Ids of the models that the caller's key may be used for; null is all. */
  allowedModels: readonly string[] | null;
  /** The field in which the caller names an id; `model` where nothing is said. */
  fieldOf?(id: string): string;
  /** On a key that the caller has brought. */
  ownKey?: string;
}

/**
 * The models that a call may be answered by, and those of them that its key may not be used for.
 * @throws AppError model_not_found naming the field, and forbidden when the key may be used for none
 */
export async function findGroups({ models: ids, allowedModels, fieldOf, ownKey }: Wanted): Promise<{
  groups: ModelGroup[];
  forbidden: Model[];
}> {
  const isAllowed = ({ id }: Model) => mayUseModel({ models: allowedModels }, id);
  const found = await Promise.all(
    ids.map((id) => findGroup(id, fieldOf?.(id), ownKey ? 'anybody' : 'operator')),
  );
  const forbidden = found.flatMap(({ models }) => models).filter((model) => !isAllowed(model));
  const groups = found
    .map(({ isAuto, models }) => ({ isAuto, models: models.filter(isAllowed) }))
    .filter(({ models }) => models.length > 0);
  if (groups.length > 0) return { groups, forbidden };
  if (forbidden.length === 0) throw new AppError('no_provider', { message: 'No model is on offer.' });
  throw new AppError('forbidden', {
    param: 'model',
    message: `This API key may not be used for ${ids.join(', ')}.`,
  });
}

async function findGroup(id: string, field: string | undefined, keys: Keys): Promise<ModelGroup> {
  if (id !== AUTO_MODEL) return { isAuto: false, models: [await findModel(AUTOCOMMIT, id, { field, keys })] };
  return { isAuto: true, models: await listAutoModels() };
}

/** The models among which `parlance/auto` chooses: all on offer that answer in words, in the operator's order. */
export async function listAutoModels(): Promise<Model[]> {
  const models = await listAllModels(AUTOCOMMIT);
  return models.filter(({ supports }) => supports.some((modality) => modality.endsWith('-to-text')));
}
