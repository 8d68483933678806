import type { ChoiceField, MediaChoice, OfferedChoice } from '#app/contracts/media/choice.ts';
import { parseSize } from '#app/contracts/media/image.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Dialect } from '#app/contracts/providers.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listOffers } from '#app/core/catalogue/offers/list-offers.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { estimateImage } from '../image/price-image.ts';
import { estimateVideo } from '../video/price-video.ts';
import { dialectFor } from './media-job.ts';

type Kind = 'image' | 'video';

/** Values that are tried, of each field that a person may choose. */
const TRIED: Readonly<Record<Kind, Partial<Record<ChoiceField, readonly string[]>>>> = {
  image: {
    aspectRatio: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'],
    size: ['1024x1024', '1536x1024', '1024x1536', '1344x768', '768x1344'],
  },
  video: {
    aspectRatio: ['16:9', '9:16', '1:1'],
    size: ['1280x720', '720x1280', '1792x1024', '1024x1792'],
    seconds: ['4', '5', '6', '8', '10', '12'],
    resolution: ['480p', '540p', '720p', '1080p'],
  },
};

/** Lengths that are sold over a dialect whose adapter leaves them to the model. */
const SOLD_SECONDS: Partial<Record<Dialect, readonly string[]>> = { 'openai-videos': ['4', '8', '12'] };

const PROMPT = 'A fox';
const PROMPT_TOKENS = 8;

/** Asked once for a copy of the catalogue. */
const known = new WeakMap<CatalogueEntry, Promise<OfferedChoice[]>>();

/**
 * What one may choose of a picture or a video of a model: each value is taken, and has a price, with somebody who serves
 * it. The shape is chosen by its ratio, or where nobody takes that, by its size.
 */
export function offeredChoices(model: CatalogueEntry, kind: Kind): Promise<OfferedChoice[]> {
  let choices = known.get(model);
  if (!choices) known.set(model, (choices = ask(model, kind)));
  return choices;
}

async function ask(model: CatalogueEntry, kind: Kind): Promise<OfferedChoice[]> {
  const at = new Date();
  const priced = await listOffers(AUTOCOMMIT, model.id, at);
  const offers = priced.map((offer) => ({ ...offer, model, promptTokens: PROMPT_TOKENS, leftOut: [] }));
  const valuesOf = (field: ChoiceField) =>
    (TRIED[kind][field] ?? []).filter((value) =>
      offers.some((offer) => {
        const sold = field === 'seconds' ? SOLD_SECONDS[dialectFor(offer) ?? 'openai'] : undefined;
        return (!sold || sold.includes(value)) && isTaken({ [field]: value }, { offer, kind, at });
      }),
    );
  const choices = (['aspectRatio', 'size', 'seconds', 'resolution'] as const)
    .map((field): OfferedChoice => ({ field, values: valuesOf(field) }))
    .filter(({ values }) => values.length > 1);
  const hasRatio = choices.some(({ field }) => field === 'aspectRatio');
  return choices.filter(({ field }) => field !== 'size' || !hasRatio);
}

function isTaken(
  { size: written, seconds, ...others }: Partial<Record<keyof MediaChoice, string>>,
  { offer, kind, at }: { offer: RoutedOffer; kind: Kind; at: Date },
): boolean {
  const size = parseSize(written);
  const order = { prompt: PROMPT, ...others, ...(size && { size }) };
  try {
    if (kind === 'image')
      estimateImage({ order: { ...order, count: 1 }, images: [] }, offer, {
        promptTokens: PROMPT_TOKENS,
        at,
      });
    else estimateVideo({ order: { ...order, ...(seconds && { seconds: Number(seconds) }) } }, offer, at);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
