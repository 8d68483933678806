import type {
  ImageRequest,
  MediaAdapter,
  MediaContext,
  MediaEvent,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import type { Complaint } from '#app/core/providers/media/shared/complaint.ts';
import {
  as,
  oneOf,
  maxImages,
  toForm,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import { IMAGE_LIMIT, pieceOf, refusedPieces } from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Image adapter for Stability AI: one image per call, which waits for it. */
export const stabilityImages: MediaAdapter<ImageRequest> = {
  id: 'stability-images',
  check: (request) => void toCall(request, UNSENT),
  async *create(request, context): AsyncGenerator<MediaEvent> {
    yield* readAnswer(await call(toCall(request, context), context), request.outputFormat);
  },
};

const RATIOS = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];

const MAX_SEED = 4_294_967_294;

/** How much an edited image may deviate from the original; the maker requires the field. */
const STRENGTH = 0.7;

const common: Writers<ImageRequest> = {
  prompt: as('prompt'),
  negativePrompt: as('negative_prompt'),
  seed: within('seed', [0, MAX_SEED], (seed) => ({ seed })),
  outputFormat: oneOf('outputFormat', ['png', 'jpeg', 'webp'], (format) => ({ output_format: format })),
};

const ratio: Writers<ImageRequest> = {
  aspectRatio: oneOf('aspectRatio', RATIOS, (value) => ({ aspect_ratio: value })),
};

const image: Writers<ImageRequest> = {
  images: maxImages(1, ([first]) => ({ image: first, strength: STRENGTH })),
};

/** Core and Ultra are separate services; every other name is a model of the third. */
const SERVICES: Readonly<Record<string, Writers<ImageRequest>>> = {
  core: { ...common, ...ratio },
  ultra: { ...common, ...ratio, ...image },
};

/**
 * An sd3 image is made from text with an aspect ratio, or from another image, whose aspect ratio it keeps.
 */
function sd3({ images }: ImageRequest): Writers<ImageRequest> {
  return images.length > 0 ? { ...common, ...image } : { ...common, ...ratio };
}

/**
 * Builds a form, even for text alone.
 * @throws ProviderError naming the field that the model does not accept
 */
export function toCall(request: ImageRequest, { credentials: { apiKey, baseUrl } }: MediaContext): Call {
  const service = request.model.replace(/^stable-image-/, '');
  const own = SERVICES[service];
  const model = own
    ? {}
    : { model: request.model, mode: request.images.length > 0 ? 'image-to-image' : 'text-to-image' };
  const fields = { ...writeFields(request, own ?? sd3(request)), ...model };
  return {
    method: 'POST',
    url: urlBelow(baseUrl, `/v2beta/stable-image/generate/${own ? service : 'sd3'}`),
    headers: { authorization: `Bearer ${apiKey}` },
    form: toForm(fields),
    about: 'order',
    limit: IMAGE_LIMIT,
    isRefusal,
  };
}

function isRefusal({ names }: Complaint): boolean {
  return names.includes('content_moderation');
}

/** A filtered image arrives blurred, and counts as refused. */
export function readAnswer(answer: unknown, outputFormat = 'png'): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no picture');
  const { finish_reason: reason, image } = answer;
  if (reason === 'CONTENT_FILTERED') return refusedPieces(1, reason, []);
  if (reason !== 'SUCCESS') throw malformed('the provider has not finished the picture');
  return [pieceOf(0, image, `image/${outputFormat}`)];
}

export const stabilityProvider: Provider = {
  dialect: 'stability',
  media: { images: { adapter: stabilityImages } },
};
