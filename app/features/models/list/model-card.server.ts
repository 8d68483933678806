import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { playgroundHref } from '#app/contracts/catalogue/model-href.ts';
import { soldBy } from '#app/contracts/catalogue/rate-amount.ts';
import { allChips, shortChips } from '../shared/rate-chips.ts';
import { MEDIA, type Medium, type ModelCardData } from './models-data.ts';

const known = new WeakMap<ListedModel, ModelCardData>();

/** A model as the list shows it; built once for each state of the catalogue. */
export function toCard(model: ListedModel): ModelCardData {
  const before = known.get(model);
  if (before) return before;
  const { id, name, makerName, description, supports, contextTokens, featured, offers, canChat, bar } = model;
  const rates = offers[0]?.rates ?? {};
  const chips = allChips(rates);
  const sold = soldBy(rates);
  const ways = supports.map((modality) => modality.split('-to-') as [Medium, Medium]);
  const card: ModelCardData = {
    id,
    name,
    makerName,
    description,
    context: contextLabel(contextTokens),
    featured,
    rates: shortChips(rates),
    input: chips.find((chip) => chip.class === 'input') ?? null,
    output: chips.find((chip) => chip.class === sold) ?? null,
    reads: MEDIA.filter((medium) => ways.some(([from]) => from === medium)),
    makes: MEDIA.filter((medium) => ways.some(([, to]) => to === medium)),
    canChat,
    playground: canChat || bar !== null ? null : playgroundHref(model),
    bar,
  };
  known.set(model, card);
  return card;
}
