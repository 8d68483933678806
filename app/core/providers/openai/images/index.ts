import type { PixelSize } from '#app/contracts/cost.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type {
  ImageRequest,
  MediaAdapter,
  MediaContext,
  MediaEvent,
} from '#app/core/providers/media/contract.ts';
import { open, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { readComplaint, type Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { secretsOf, toMediaError } from '#app/core/providers/media/shared/failure.ts';
import {
  as,
  oneOf,
  maxImages,
  refusedField,
  toForm,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  listOf,
  IMAGE_LIMIT,
  pieceAt,
  pieceOf,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { readBounded, type AnswerBody } from '#app/core/providers/shared/answer.ts';
import { withConnectionErrors } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { EventDecoder, EventTooLongError } from '#app/core/providers/shared/server-sent-events.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Image adapter for OpenAI and other providers of its format: whole images, or with previews. */
export const openAiImages: MediaAdapter<ImageRequest> = {
  id: 'openai-images',
  check: (request) => void toCall(request, UNSENT),
  async *create(request, context): AsyncGenerator<MediaEvent> {
    const { signal, credentials } = context;
    const { body } = await open(toCall(request, context), context);
    if (body.contentType.includes('text/event-stream')) {
      yield* readPreviews(body, { signal, secrets: secretsOf(credentials) });
      return;
    }
    // Providers without streaming answer in one piece.
    const text = await withConnectionErrors(readBounded(body, IMAGE_LIMIT), signal);
    yield* readImages(parseObject(text), request.count);
  },
};

const MAX_INPUT_IMAGES = 16;

const SIZES = ['1024x1024', '1536x1024', '1024x1536'];

/** Rules for free sizes: sides are multiples of STEP; maximum side, pixels, and ratio of the sides. */
const STEP = 16;

const MAX_SIDE = 3840;

const MAX_PIXELS = 3840 * 2160;

const MAX_RATIO = 3;

const words: Writers<ImageRequest> = {
  prompt: as('prompt'),
  count: within('count', [1, 10], (n) => ({ n })),
};

const gpt: Writers<ImageRequest> = {
  ...words,
  size: (size) => oneOf('size', SIZES, (value) => ({ size: value }))(written(size)),
  quality: oneOf('quality', ['low', 'medium', 'high', 'auto'], (quality) => ({ quality })),
  background: oneOf('background', ['transparent', 'opaque', 'auto'], (background) => ({ background })),
  outputFormat: oneOf('outputFormat', ['png', 'jpeg', 'webp'], (format) => ({ output_format: format })),
  outputCompression: within('outputCompression', [0, 100], (percent) => ({ output_compression: percent })),
  images: maxImages(MAX_INPUT_IMAGES, (images) => ({ 'image[]': images })),
  mask: as('mask'),
};

const partialImages = within('partialImages', [0, 3], (partial) =>
  partial === 0 ? {} : { stream: true, partial_images: partial },
);

const written = ({ width, height }: PixelSize): string => `${width}x${height}`;

/** All images of a stream: a finished one and up to three previews. */
const STREAM_LIMIT = 4 * IMAGE_LIMIT;

/** The options of each model that the maker still serves; other models get only the prompt and the count. */
function writersOf({ model, count }: ImageRequest): Writers<ImageRequest> {
  if (!/^(?:chat)?gpt-image-/.test(model)) return words;
  const sized = model.startsWith('gpt-image-2') ? { ...gpt, size: freeSize } : gpt;
  // The events of a stream do not say which of several images they belong to.
  return count > 1 ? sized : { ...sized, partialImages };
}

/**
 * A request in the wire's fields; its images are still objects with bytes.
 * @throws ProviderError naming the field that the model does not accept
 */
export function optionsOf(request: ImageRequest): Record<string, unknown> {
  return { model: request.model, ...writeFields(request, writersOf(request)) };
}

function freeSize(size: PixelSize): object {
  const { width, height } = size;
  const [short, long] = width < height ? [width, height] : [height, width];
  const fits = [width, height].every((side) => Number.isInteger(side) && side > 0 && side % STEP === 0);
  if (fits && long <= MAX_SIDE && width * height <= MAX_PIXELS && long <= short * MAX_RATIO)
    return { size: written(size) };
  throw refusedField(
    'size',
    `size must have sides that are multiples of ${STEP}, of at most ${MAX_SIDE} pixels, one at most ${MAX_RATIO} times the other, and at most ${MAX_PIXELS} pixels in all`,
  );
}

/**
 * JSON for images from text, a form for edits of images.
 * @throws ProviderError naming the field that the model does not accept
 */
export function toCall(request: ImageRequest, { credentials: { apiKey, baseUrl } }: MediaContext): Call {
  const options = optionsOf(request);
  const isEdit = request.images.length > 0;
  return {
    method: 'POST',
    url: urlBelow(baseUrl, isEdit ? '/images/edits' : '/images/generations'),
    headers: { authorization: `Bearer ${apiKey}` },
    ...(isEdit ? { form: toForm(options) } : { json: options }),
    about: 'order',
    limit: IMAGE_LIMIT,
    isRefusal,
  };
}

/** A policy refusal, which has the status of an invalid request. */
export function isRefusal({ names }: Complaint): boolean {
  return ['moderation_blocked', 'content_policy_violation'].some((name) => names.includes(name));
}

/**
 * The images of a whole answer, and the usage.
 * @param max maximum number of images
 * @throws ProviderError provider_malformed if there is none
 */
export function readImages(answer: unknown, max: number): MediaEvent[] {
  const { data, output_format: format, usage } = isObject(answer) ? answer : {};
  const pieces = listOf(data)
    .slice(0, max)
    .map((one, index) => {
      const { b64_json: base64, url } = isObject(one) ? one : {};
      return base64 === undefined ? pieceAt(index, url) : pieceOf(index, base64, typeOf(format));
    });
  if (pieces.length === 0) throw malformed('the provider has sent no picture');
  return [...pieces, ...usageOf(usage)];
}

/**
 * Reads one event of a stream: a preview, the finished image, or a refusal.
 * @throws ProviderError if it failed
 */
export function readEvent(event: unknown, secrets: readonly string[]): MediaEvent[] {
  const { type, b64_json: base64, output_format: format, usage, error } = isObject(event) ? event : {};
  if (type === 'error' || isObject(error)) return readFailure(event, secrets);
  const isOf = (what: string) => type === `image_generation.${what}` || type === `image_edit.${what}`;
  if (isOf('completed')) return [pieceOf(0, base64, typeOf(format)), ...usageOf(usage)];
  if (!isOf('partial_image') || typeof base64 !== 'string') return [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === 0 ? [] : [{ type: 'partial', index: 0, mimeType: typeOf(format), bytes }];
}

/** The order was accepted, so whatever the error's name, the request is not at fault. */
function readFailure(event: unknown, secrets: readonly string[]): MediaEvent[] {
  const complaint = readComplaint(event);
  if (isRefusal(complaint)) return refusedPieces(1, complaint.message, secrets);
  throw toMediaError({ status: 500, complaint, about: 'order', secrets });
}

/** Without a format the image has the default one, PNG. */
function typeOf(format: unknown): string {
  return format === 'jpeg' || format === 'webp' ? `image/${format}` : 'image/png';
}

function usageOf(counted: unknown): MediaEvent[] {
  const usage = imageUsage(counted);
  return usage ? [{ type: 'usage', usage }] : [];
}

/**
 * Converts OpenAI's usage. The whole output counts as images, unless the usage separates text.
 * @returns null for an invalid usage (negative, not a number, absurdly large)
 */
export function imageUsage(counted: unknown): TokenUsage | null {
  if (!isObject(counted)) return null;
  const promptTokens = tokenCount(counted['input_tokens']);
  const completionTokens = tokenCount(counted['output_tokens']);
  if (promptTokens === null || completionTokens === null) return null;
  const sent = inside(counted, 'input_tokens_details');
  const cachedTokens = Math.min(tokenCount(sent['cached_tokens']) ?? 0, promptTokens);
  const imageTokens = Math.min(tokenCount(sent['image_tokens']) ?? 0, promptTokens - cachedTokens);
  const drawn = tokenCount(inside(counted, 'output_tokens_details')['image_tokens']);
  const imageOutputTokens = Math.min(drawn ?? completionTokens, completionTokens);
  return {
    promptTokens,
    cachedTokens,
    completionTokens,
    reasoningTokens: 0,
    ...(imageTokens > 0 && { imageTokens }),
    ...(imageOutputTokens > 0 && { imageOutputTokens }),
  };
}

/**
 * Reads the previews of an image. Ends with the finished one, or with its refusal, and does not wait for
 * anything after that.
 * @throws ProviderError for a stream that is cut, ends without its image or does not end; or the signal's
 * reason
 */
export async function* readPreviews(
  body: AnswerBody,
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] },
): AsyncGenerator<MediaEvent> {
  const decoder = new EventDecoder({ limit: IMAGE_LIMIT });
  let size = 0;
  try {
    for (;;) {
      const bytes = await withConnectionErrors(body.next(), signal);
      size += bytes?.length ?? 0;
      if (size > STREAM_LIMIT) throw malformed('the answer does not end');
      for (const data of decode(decoder, bytes)) {
        const events = readEvent(parseObject(data), secrets);
        yield* events;
        if (events.some(({ type }) => type === 'piece' || type === 'refused')) return;
      }
      if (bytes === null) throw malformed('the provider has sent no picture');
    }
  } finally {
    body.hangUp();
  }
}

/** The events completed by these bytes, or by the end of the answer. */
function decode(decoder: EventDecoder, bytes: Uint8Array | null): string[] {
  try {
    return bytes === null ? decoder.end() : decoder.push(bytes);
  } catch (error) {
    if (error instanceof EventTooLongError) throw malformed(error.message);
    throw error;
  }
}

export const openAiImagesProvider: Provider = {
  dialect: 'openai-images',
  media: { images: { adapter: openAiImages } },
};
