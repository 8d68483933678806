import { AppError } from '#app/contracts/errors.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';

const WAYS: Partial<Record<Modality, string>> = {
  'text-to-text': 'answer in words',
  'text-to-embedding': 'make embeddings',
  'text-to-image': 'make pictures from words',
  'image-to-image': 'work on pictures',
  'text-to-video': 'make videos from words',
  'image-to-video': 'make videos from a picture',
  'video-to-video': 'work on videos',
};

/** The calls by which models are asked, with the fields that they need; the first that fits counts. */
const PLACES: readonly (readonly [Modality, string])[] = [
  ['text-to-embedding', '/api/v1/embeddings'],
  ['text-to-text', '/api/v1/chat/completions'],
  ['text-to-image', '/api/v1/images/generations'],
  ['image-to-image', '/api/v1/images/edits with a picture in image'],
  ['text-to-video', '/api/v1/videos'],
  ['image-to-video', '/api/v1/videos with a picture in input_reference'],
  ['video-to-video', '/api/v1/videos with a video in input_reference'],
];

/**
 * What a model is told that was asked for what it never does: 404 as OpenAI answers it, naming the place for it
 * where there is one.
 */
export function wrongPlace(
  { id, supports }: Pick<CatalogueEntry, 'id' | 'supports'>,
  way: Modality,
): AppError {
  const place = PLACES.find(([does]) => supports.includes(does))?.[1];
  const hint = place === undefined ? '' : ` Ask it at ${place}.`;
  return new AppError('model_not_found', {
    param: 'model',
    message: `The model ${id} does not ${WAYS[way] ?? 'do this'}.${hint}`,
  });
}
