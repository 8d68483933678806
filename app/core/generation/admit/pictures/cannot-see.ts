import { AppError } from '#app/contracts/errors.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listAllModels } from '#app/core/catalogue/list-all-models.ts';
import { listOffers } from '#app/core/catalogue/offers/list-offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The refusal of pictures for a model that sees none. It names one that does, of the same maker where there is one:
 * `other` for people, `otherId` for who asks again. `context` chooses the words where nobody sees.
 */
export async function cannotSee(model: Pick<CatalogueEntry, 'maker' | 'name'>): Promise<AppError> {
  const other = await findSeeing(model.maker);
  const { name } = model;
  return other
    ? new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} cannot look at pictures. ${other.name} can (${other.id}).`,
        params: { model: name, other: other.name, otherId: other.id },
      })
    : new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} cannot look at pictures.`,
        params: { model: name, context: 'alone' },
      });
}

/** A model of the chat that sees and can be paid for, of this maker first. */
async function findSeeing(maker: string): Promise<CatalogueEntry | null> {
  const all = await listAllModels(AUTOCOMMIT);
  const seeing = all.filter(
    ({ endpoint, supports }) => endpoint !== null && supports.includes('image-to-text'),
  );
  const isOwn = (model: CatalogueEntry) => (model.maker === maker ? 0 : 1);
  for (const model of seeing.toSorted((a, b) => isOwn(a) - isOwn(b)))
    if ((await listOffers(AUTOCOMMIT, model.id, new Date())).length > 0) return model;
  return null;
}
