import type { PlaygroundData } from '#app/features/playground/playground-data.ts';

type Place = Pick<PlaygroundData, 'playgroundId' | 'subcategory' | 'selected' | 'sort'>;

/** Returns the path of a conversation, or of a new one. */
export const pathOf = (playgroundId: string | null) => `/playground/${playgroundId ?? 'new'}`;

/** Classes of a link in a row of choices with a current one. */
export const TAB_CLASSES =
  'control inline-flex items-center rounded-control px-3 text-text-muted hover:bg-surface-sunken aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';

/** Returns the address of the same page with another selection. */
export function selectionHref(
  { playgroundId, subcategory, selected, sort }: Place,
  change: Partial<Place> & { add?: boolean } = {},
): string {
  const query = new URLSearchParams({ category: change.subcategory ?? subcategory });
  if (!change.subcategory) for (const { pair } of change.selected ?? selected) query.append('pair', pair);
  if ((change.sort ?? sort) !== 'place') query.set('sort', change.sort ?? sort);
  if (change.add) query.set('add', '1');
  return `${pathOf(change.playgroundId === undefined ? playgroundId : change.playgroundId)}?${query.toString()}`;
}
