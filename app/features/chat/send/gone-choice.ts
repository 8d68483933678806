import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';

/** Id of the notice with the button that chooses another model. */
export const GONE_MODEL = 'gone-model';

/** A chosen model that is no longer available. */
export interface GoneChoice {
  name: string;
  /** The model that is offered in its place; null when there is none. */
  other: ModelOption | null;
}

interface ChoiceFacts {
  /** Id of a choice that the page could not find; its `model` is another one. */
  gone: string | null;
  /** Id of the model of the last send, which was rejected for it. */
  refused: string | null;
  model: ModelOption | null;
  models: readonly ModelOption[];
}

/**
 * Returns the chosen model if it has vanished: before the page was loaded, or since then, as a rejected send
 * shows. A page that was loaded before still has the vanished model, so another one of its kind is offered,
 * preferably of the same maker.
 */
export function goneChoice({ gone, refused, model, models }: ChoiceFacts): GoneChoice | null {
  const missing = refused ?? gone;
  if (missing === null) return null;
  if (model?.id !== missing) return { name: missing, other: model };
  const others = models.filter(({ id, makes }) => id !== model.id && makes === model.makes);
  const other = others.find(({ makerName }) => makerName === model.makerName) ?? others[0] ?? null;
  return { name: model.name, other };
}
