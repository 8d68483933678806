import { AppError } from '#app/contracts/errors.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { mediaMadeBy, takesInput, type Makes } from '#app/contracts/models.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listAllModels } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The refusal of pictures or videos for a model that takes none. It names one that does and answers with the same, of the
 * same maker where there is one: `other` for people, `otherId` for clients that ask again. `context` chooses the words:
 * for videos, where no model takes them, and where nothing is looked at but something is made.
 */
export async function cannotSee(
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
  makes: Makes = 'text',
  kind: FileKind = 'image',
): Promise<AppError> {
  const other = await findSeeing(model.maker, makes, kind);
  const { name } = model;
  const [isBlind, sees] = WORDS[makes === 'text' ? kind : 'words'];
  const context = [makes !== 'text' ? 'words' : kind === 'video' && 'video', !other && 'alone'].filter(
    Boolean,
  );
  const params = { model: name, ...(context.length > 0 && { context: context.join('_') }) };
  return other
    ? new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} ${isBlind}. ${other.name} ${sees} (${other.id}).`,
        params: { ...params, other: other.name, otherId: other.id },
      })
    : new AppError('model_cannot_see', { param: 'model', message: `${name} ${isBlind}.`, params });
}

const WORDS = {
  image: ['cannot look at pictures', 'can'],
  video: ['cannot watch videos', 'can'],
  words: ['works from words alone', 'takes pictures'],
} as const;

/** A model that takes these, makes this and can be paid for, of this maker first. */
async function findSeeing(maker: string, makes: Makes, kind: FileKind): Promise<CatalogueEntry | null> {
  const all = await listAllModels(AUTOCOMMIT);
  const seeing = all.filter(
    ({ endpoint, supports }) =>
      (endpoint === null ? mediaMadeBy(supports) : 'text') === makes && takesInput(supports, kind, makes),
  );
  const isOwn = (model: CatalogueEntry) => (model.maker === maker ? 0 : 1);
  for (const model of seeing.toSorted((a, b) => isOwn(a) - isOwn(b)))
    if ((await listOffers(AUTOCOMMIT, model.id, new Date())).length > 0) return model;
  return null;
}
