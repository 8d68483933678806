import { writePair, type Subcategory } from '../playground/playground.ts';
import type { ListedModel } from './listing.ts';

/**
 * The categories of the playground in order of preference; a link uses the first one that the model supports.
 */
const PREFERRED_CATEGORIES: readonly Subcategory[] = [
  'text-to-text',
  'text-to-image',
  'text-to-video',
  'image-to-text',
  'image-to-image',
  'image-to-video',
  'video-to-video',
];

/** The page of a model. An id is `maker/name`; all other special characters in it are escaped. */
export function modelHref(id: string): string {
  return `/models/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page that starts a new conversation with a model. */
export function chatHref(id: string): string {
  return `/chat/new?${new URLSearchParams({ model: id })}`;
}

/** The page that compares several models side by side. */
export function compareHref(ids: readonly string[]): string {
  return `/models/compare?${new URLSearchParams(ids.map((id) => ['ids', id]))}`;
}

/** The playground with a model and all its callable providers; null for a model that cannot be used there. */
export function playgroundHref({
  id,
  supports,
  offers,
}: Pick<ListedModel, 'id' | 'supports' | 'offers'>): string | null {
  const category = PREFERRED_CATEGORIES.find((one) => supports.some((way) => way === one));
  const pairs = offers
    .filter((offer) => offer.bar === null && offer.supports.some((way) => way === category))
    .map(({ provider }) => writePair({ model: id, provider }));
  if (category === undefined || pairs.length === 0) return null;
  return `/playground/new?${new URLSearchParams([['category', category], ...pairs.map((pair) => ['pair', pair])])}`;
}
