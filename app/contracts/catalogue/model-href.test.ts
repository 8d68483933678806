import { describe, expect, it } from 'vitest';
import type { Modality } from '../models.ts';
import type { ListedOffer, OfferBar } from './listing.ts';
import { playgroundHref } from './model-href.ts';

const offer = (provider: string, supports: Modality[], bar: OfferBar | null = null) =>
  ({ provider, supports, bar }) as unknown as ListedOffer;

describe('playgroundHref', () => {
  it('leads to the category of the model, with all providers that can answer now', () => {
    const supports: Modality[] = ['image-to-image', 'text-to-image'];
    const offers = [offer('fal', supports), offer('bfl', supports, 'no_key'), offer('openai', supports)];
    const href = playgroundHref({ id: 'acme/painter', supports, offers });
    const { pathname, searchParams } = new URL(href!, 'http://x');
    expect(pathname).toBe('/playground/new');
    expect(searchParams.get('category')).toBe('text-to-image');
    expect(searchParams.getAll('pair')).toEqual(['fal:acme/painter', 'openai:acme/painter']);
  });

  it.each<[string, Modality[], ListedOffer[]]>([
    ['makes what the playground does not', ['text-to-embedding'], [offer('openai', ['text-to-embedding'])]],
    ['nobody serves', ['text-to-text'], [offer('openai', ['text-to-text'], 'no_key')]],
  ])('is null for a model that %s', (_what, supports, offers) => {
    expect(playgroundHref({ id: 'a/b', supports, offers })).toBe(null);
  });
});
