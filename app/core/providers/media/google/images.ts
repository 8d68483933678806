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
  pictures,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  listOf,
  PICTURE_LIMIT,
  pieceOf,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { googleHeaders, googleUrl, saysBadKey } from '#app/core/providers/shared/google-address.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { readGoogleUsage } from '#app/core/providers/shared/usage.ts';

/** Pictures by Google: the Gemini models answer a conversation with them, the Imagen models predict them. */
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

/** Of an answer, with its thoughts and words: what is held for. */
export const GEMINI_MOST_TOKENS = 8192;

const GEMINI_FIELDS: Writers<ImageRequest> = {
  prompt: (text) => ({ text }),
  images: pictures(GEMINI_MAX_INPUTS, (inputs) => ({ inputs })),
  aspectRatio: oneOf('aspectRatio', GEMINI_RATIOS, (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['1K', '2K', '4K'], (imageSize) => ({ imageSize })),
  seed: (seed) => ({ seed }),
};

/** Ends of an answer in which policy has kept the picture back. */
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

/** A key that is not valid is a 400 here, as everything else that is wrong with a request. */
export function statusOf({ message }: Complaint, status: number): number {
  return status === 400 && saysBadKey(message) ? 401 : status;
}

/** @throws ProviderError that names the field which the models do not take */
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
        maxOutputTokens: GEMINI_MOST_TOKENS,
        ...(seed !== undefined && { seed }),
        ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
      },
    },
    about: 'order',
    statusOf,
    limit: PICTURE_LIMIT,
  };
}

/** The pictures of an answer, why there is none, and the tokens that it took. */
export function readGeminiAnswer(answer: unknown, secrets: readonly string[]): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no answer');
  const blocked = inside(answer, 'promptFeedback')['blockReason'];
  const candidates = listOf(answer['candidates']);
  const pieces = candidates
    .flatMap((one) => listOf(inside(one, 'content')['parts']))
    .flatMap((part) => {
      // Thoughts may have pictures, which are drafts.
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
 * The format stands beside the compression, so both are written together.
 * @throws ProviderError that names the field which the models do not take
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
    limit: PICTURE_LIMIT * request.count,
  };
}

/**
 * The pictures of an answer; those that are missing were filtered, with their reasons where they are told.
 * @param count how many were asked for
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
