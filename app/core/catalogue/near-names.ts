import { distance as editDistance } from 'fastest-levenshtein';
import type { CatalogueEntry, Snapshot } from './entry.ts';
import { isOnOffer } from './offers/offer.ts';

const MOST_NAMES = 5;

/** Ids on offer that somebody may have meant; see `nearIds`. */
export function nearNames(snapshot: Snapshot, asked: string): string[] {
  return nearIds(
    [...snapshot.models.values()].filter((model) => isOnOffer(snapshot, model)),
    asked,
  );
}

/**
 * The ids of those models that somebody may have meant, the nearest first: by their id, their id without the maker, or
 * their name. Part of a name counts as near, so that `haiku` finds every Haiku.
 */
export function nearIds(
  models: readonly Pick<CatalogueEntry, 'id' | 'maker' | 'name'>[],
  asked: string,
): string[] {
  const wanted = asked.toLowerCase().slice(0, 80);
  const bare = wanted.slice(wanted.indexOf('/') + 1);
  const most = Math.max(2, Math.floor(bare.length / 3));
  const near: { id: string; distance: number }[] = [];
  for (const model of models) {
    const own = model.id.slice(model.maker.length + 1).toLowerCase();
    const name = model.name.toLowerCase();
    const contains = bare.length >= 3 && (own.includes(bare) || name.includes(bare));
    const distances = [own, name].map((known) => editDistance(bare, known));
    const distance = contains ? 1 : Math.min(...distances);
    if (distance <= most) near.push({ id: model.id, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NAMES)
    .map(({ id }) => id);
}
