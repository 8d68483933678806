import type {
  ImageRequest,
  MediaAdapter,
  MediaContext,
  MediaEvent,
  MediaInput,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import type { Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { secretsOf } from '#app/core/providers/media/shared/failure.ts';
import {
  oneOf,
  maxImages,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  listOf,
  IMAGE_LIMIT,
  pieceOf,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { googleHeaders, googleUrl, isBadKeyMessage } from '#app/core/providers/google/address.ts';
import type { ImageTokens } from '#app/core/providers/provider.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { readGoogleUsage } from '#app/core/providers/google/usage.ts';

/**
 * Image adapter for Google: the Gemini models return images in a chat answer, the Imagen models predict them.
 */
export const googleImages: MediaAdapter<ImageRequest> = {
  id: 'google-images',
  check: (request) => void toAnyCall(request, UNSENT),
  async *create(request, context): AsyncGenerator<MediaEvent> {
    const secrets = secretsOf(context.credentials);
    const answer = await call(toAnyCall(request, context), context);
    if (isImagen(request)) yield* readPredictions(answer, request.count, secrets);
    else yield* readGeminiAnswer(answer, secrets);
  },
};

const isImagen = ({ model }: ImageRequest) => model.startsWith('imagen-');

const GEMINI_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'];

const GEMINI_MAX_INPUTS = 14;

/** Maximum tokens of an answer, including thoughts and text; the hold covers them. */
const GEMINI_MAX_TOKENS = 8192;

/** Gemini bills an image by its resolution alone. */
const GEMINI_TOKENS: Readonly<Record<string, number>> = { '4K': 2_520 };

const GEMINI_DEFAULT_TOKENS = 1_680;

const tokensOf = (resolution: string | undefined) => GEMINI_TOKENS[resolution ?? ''] ?? GEMINI_DEFAULT_TOKENS;

/** Gemini's table of the tokens of images. */
export const geminiImageTokens: ImageTokens = {
  of: (_size, { resolution }) => tokensOf(resolution),
  max({ resolution }) {
    // An answer seldom has two images, and never had more.
    const imageTokens = 2 * tokensOf(resolution);
    return { imageTokens, textTokens: GEMINI_MAX_TOKENS - imageTokens };
  },
};

const GEMINI_FIELDS: Writers<ImageRequest> = {
  prompt: (text) => ({ text }),
  images: maxImages(GEMINI_MAX_INPUTS, (inputs) => ({ inputs })),
  aspectRatio: oneOf('aspectRatio', GEMINI_RATIOS, (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['1K', '2K', '4K'], (imageSize) => ({ imageSize })),
  seed: (seed) => ({ seed }),
};

/** Finish reasons that mean policy withheld the image. */
const GEMINI_REFUSALS: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

const IMAGEN_MAX_PIECES = 4;

const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];

const IMAGEN_FIELDS: Writers<ImageRequest> = {
  prompt: () => ({}),
  count: within('count', [1, IMAGEN_MAX_PIECES], (sampleCount) => ({ sampleCount })),
  aspectRatio: oneOf('aspectRatio', IMAGEN_RATIOS, (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['1K', '2K'], (sampleImageSize) => ({ sampleImageSize })),
};

function toAnyCall(request: ImageRequest, context: MediaContext): Call {
  return isImagen(request) ? toImagenCall(request, context) : toGeminiCall(request, context);
}

/** Google reports an invalid key with status 400, like any other invalid request. */
export function statusOf({ message }: Complaint, status: number): number {
  return status === 400 && isBadKeyMessage(message) ? 401 : status;
}

/** @throws ProviderError naming the field that the models do not accept */
export function toGeminiCall(request: ImageRequest, context: MediaContext): Call {
  const { text, inputs, seed, ...imageConfig } = writeFields(request, GEMINI_FIELDS);
  const parts = (inputs ?? []) as readonly MediaInput[];
  const inline = parts.map(({ mimeType, bytes }) => ({
    inlineData: { mimeType, data: bytes.toString('base64') },
  }));
  return {
    method: 'POST',
    url: googleUrl(context.credentials.baseUrl, `/models/${request.model}:generateContent`),
    headers: googleHeaders(context),
    json: {
      contents: [{ role: 'user', parts: [{ text }, ...inline] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        maxOutputTokens: GEMINI_MAX_TOKENS,
        ...(seed !== undefined && { seed }),
        ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
      },
    },
    about: 'order',
    statusOf,
    limit: IMAGE_LIMIT,
  };
}

/** The images of an answer, or the reason for their absence, and the usage. */
export function readGeminiAnswer(answer: unknown, secrets: readonly string[]): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no answer');
  const blocked = inside(answer, 'promptFeedback')['blockReason'];
  const candidates = listOf(answer['candidates']);
  const pieces = candidates
    .flatMap((one) => listOf(inside(one, 'content')['parts']))
    .flatMap((part) => {
      // Images inside thoughts are drafts.
      const { data, mimeType } = isObject(part) && part['thought'] === true ? {} : inside(part, 'inlineData');
      return data === undefined ? [] : [{ data, mimeType }];
    })
    .map(({ data, mimeType }, index) => pieceOf(index, data, mimeType));
  const usage = readGoogleUsage(answer['usageMetadata']);
  const ends = candidates.map((one) => (isObject(one) ? one['finishReason'] : undefined));
  const refusal = blocked ?? ends.find((reason) => GEMINI_REFUSALS.has(reason));
  if (pieces.length === 0 && refusal === undefined) throw malformed('the provider has sent no picture');
  return [
    ...pieces,
    ...(pieces.length === 0 ? refusedPieces(1, refusal, secrets) : []),
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
  ];
}

/**
 * Writes the format and the compression together, since the wire groups them.
 * @throws ProviderError naming the field that the models do not accept
 */
export function toImagenCall(request: ImageRequest, context: MediaContext): Call {
  const { outputFormat, outputCompression, ...rest } = request;
  const parameters = writeFields(rest, IMAGEN_FIELDS);
  const outputOptions = writeFields<Pick<ImageRequest, 'model' | 'outputFormat' | 'outputCompression'>>(
    {
      model: request.model,
      ...(outputFormat && { outputFormat }),
      ...(outputCompression !== undefined && { outputCompression }),
    },
    {
      outputFormat: oneOf('outputFormat', ['png', 'jpeg'], (format) => ({ mimeType: `image/${format}` })),
      outputCompression: within('outputCompression', [0, 100], (compressionQuality) => ({
        compressionQuality,
      })),
    },
  );
  return {
    method: 'POST',
    url: googleUrl(context.credentials.baseUrl, `/models/${request.model}:predict`),
    headers: googleHeaders(context),
    json: {
      instances: [{ prompt: request.prompt }],
      parameters: {
        sampleCount: 1,
        ...parameters,
        includeRaiReason: true,
        ...(Object.keys(outputOptions).length > 0 && { outputOptions }),
      },
    },
    about: 'order',
    statusOf,
    limit: IMAGE_LIMIT * request.count,
  };
}

/**
 * The images of an answer; missing ones were filtered, with their reasons if given.
 * @param count number of images ordered
 */
export function readPredictions(answer: unknown, count: number, secrets: readonly string[]): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no answer');
  const predictions = listOf(answer['predictions']).slice(0, count);
  const pieces: MediaEvent[] = [];
  const reasons: unknown[] = [];
  for (const one of predictions) {
    const { bytesBase64Encoded: data, mimeType, raiFilteredReason: reason } = isObject(one) ? one : {};
    if (data !== undefined) pieces.push(pieceOf(pieces.length, data, mimeType));
    else reasons.push(reason);
  }
  const missing = Array.from({ length: count - pieces.length }, (_none, place) => reasons[place]);
  return [...pieces, ...missing.flatMap((reason) => refusedPieces(1, reason, secrets))];
}
