import { AppError } from '#app/contracts/errors.ts';
import { mediaMadeBy, wayOfPictures, type Makes } from '#app/contracts/models.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listAllModels } from '#app/core/catalogue/list-all-models.ts';
import { listOffers } from '#app/core/catalogue/offers/list-offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The refusal of pictures for a model that takes none. It names one that does and answers with the same, of the same
 * maker where there is one: `other` for people, `otherId` for who asks again. `context` chooses the words where nobody
 * does, and where nothing is looked at but something is made.
 */
export async function cannotSee(
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
  makes: Makes = 'text',
): Promise<AppError> {
  const other = await findSeeing(model.maker, makes);
  const { name } = model;
  const [isBlind, sees] =
    makes === 'text' ? ['cannot look at pictures', 'can'] : ['works from words alone', 'takes pictures'];
  const context = makes === 'text' ? undefined : 'words';
  return other
    ? new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} ${isBlind}. ${other.name} ${sees} (${other.id}).`,
        params: { model: name, other: other.name, otherId: other.id, ...(context && { context }) },
      })
    : new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} ${isBlind}.`,
        params: { model: name, context: context ? `${context}_alone` : 'alone' },
      });
}

/** A model that takes pictures, makes this and can be paid for, of this maker first. */
async function findSeeing(maker: string, makes: Makes): Promise<CatalogueEntry | null> {
  const all = await listAllModels(AUTOCOMMIT);
  const seeing = all.filter(
    ({ endpoint, supports }) =>
      (endpoint === null ? mediaMadeBy(supports) : 'text') === makes &&
      supports.includes(wayOfPictures(makes)),
  );
  const isOwn = (model: CatalogueEntry) => (model.maker === maker ? 0 : 1);
  for (const model of seeing.toSorted((a, b) => isOwn(a) - isOwn(b)))
    if ((await listOffers(AUTOCOMMIT, model.id, new Date())).length > 0) return model;
  return null;
}
