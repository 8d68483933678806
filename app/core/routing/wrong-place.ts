import { AppError } from '#app/contracts/errors.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';

const WAYS: Partial<Record<Modality, string>> = {
  'text-to-text': 'answer in words',
  'text-to-embedding': 'make embeddings',
};

/**
 * What a model is told that was asked for what it never does: 404 as OpenAI answers it, naming the place for it
 * where there is one.
 */
export function wrongPlace(
  { id, supports }: Pick<CatalogueEntry, 'id' | 'supports'>,
  way: Modality,
): AppError {
  const hint = supports.includes('text-to-embedding')
    ? ' Ask it at /api/v1/embeddings.'
    : supports.includes('text-to-text')
      ? ' Ask it at /api/v1/chat/completions.'
      : '';
  return new AppError('model_not_found', {
    param: 'model',
    message: `The model ${id} does not ${WAYS[way] ?? 'do this'}.${hint}`,
  });
}
