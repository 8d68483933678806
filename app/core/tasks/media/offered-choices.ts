import type { ChoiceField, MediaChoice, OfferedChoice } from '#app/contracts/media/choice.ts';
import { MAX_PARTIALS, parseSize } from '#app/contracts/media/image.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { imageOptions, type ImageOptions } from '#app/core/providers/media/image-options.ts';
import { videoOptions } from '#app/core/providers/media/video-options.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { estimateImage } from '#app/core/tasks/image/price.ts';
import { estimateVideo } from '#app/core/tasks/video/price.ts';
import { dialectFor } from './media-job.ts';

type Kind = 'image' | 'video';

/** The fields that a user may choose, in display order. */
const FIELDS: Readonly<Record<Kind, readonly ChoiceField[]>> = {
  image: ['aspectRatio', 'size', 'partialImages'],
  video: ['aspectRatio', 'size', 'seconds', 'resolution'],
};

const PROMPT = 'A fox';
const PROMPT_TOKENS = 8;

/** Computed once per copy of the catalogue. */
const known = new WeakMap<CatalogueEntry, Promise<OfferedChoice[]>>();

/**
 * The choices that a model offers for an image or a video: at least one provider accepts and prices each
 * value. The shape is chosen by aspect ratio, or by size if no provider accepts a ratio.
 */
export function offeredChoices(model: CatalogueEntry, kind: Kind): Promise<OfferedChoice[]> {
  let choices = known.get(model);
  if (!choices) known.set(model, (choices = computeChoices(model, kind)));
  return choices;
}

async function computeChoices(model: CatalogueEntry, kind: Kind): Promise<OfferedChoice[]> {
  const at = new Date();
  const priced = await listOffers(AUTOCOMMIT, model.id, at);
  const offers = priced.map((offer) => ({ ...offer, model, promptTokens: PROMPT_TOKENS, leftOut: [] }));
  const valuesOf = (field: ChoiceField) => {
    const listed = offers.flatMap((offer) =>
      listedValues(field, { offer, kind }).filter((value) =>
        isAccepted({ [field]: value }, { offer, kind, at }),
      ),
    );
    const values = [...new Set(listed)];
    return field === 'seconds' ? values.sort((one, other) => Number(one) - Number(other)) : values;
  };
  const choices = FIELDS[kind]
    .map((field): OfferedChoice => ({ field, values: valuesOf(field) }))
    .filter(({ values }) => values.length > 1);
  const hasRatio = choices.some(({ field }) => field === 'aspectRatio');
  return choices.filter(({ field }) => field !== 'size' || !hasRatio);
}

/** The listed values of an offer. */
function listedValues(field: ChoiceField, { offer, kind }: { offer: RoutedOffer; kind: Kind }): string[] {
  const dialect = dialectFor(offer);
  if (kind === 'video')
    return field === 'partialImages'
      ? []
      : (videoOptions(dialect, offer.upstreamModel)?.[field] ?? []).map(String);
  const options = imageOptions(dialect, offer.upstreamModel);
  if (!options || field === 'seconds') return [];
  if (field === 'partialImages') return partialsOf(options);
  return [...options[field]];
}

/** The numbers of previews to choose from; empty when the model has no previews. */
export function partialsOf({ takes }: ImageOptions): string[] {
  return takes.includes('partialImages')
    ? Array.from({ length: MAX_PARTIALS }, (_, index) => String(index + 1))
    : [];
}

function isAccepted(
  { size: written, seconds, partialImages, ...others }: Partial<Record<keyof MediaChoice, string>>,
  { offer, kind, at }: { offer: RoutedOffer; kind: Kind; at: Date },
): boolean {
  const size = parseSize(written);
  const order = { prompt: PROMPT, ...others, ...(size && { size }) };
  const partials = partialImages !== undefined && { partialImages: Number(partialImages) };
  try {
    if (kind === 'image')
      estimateImage({ order: { ...order, ...partials, count: 1 }, images: [] }, offer, {
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
