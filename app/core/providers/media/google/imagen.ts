import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { googleHeaders, googleUrl } from '#app/core/providers/shared/google-address.ts';
import type { ImageRequest, MediaContext, MediaEvent } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import { oneOf, within, writeFields, type Writers } from '../shared/fields.ts';
import { listOf, pieceOf, PICTURE_LIMIT, refusedPieces } from '../shared/pieces.ts';
import { statusOf } from './target.ts';

const MOST_PIECES = 4;
const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];

const FIELDS: Writers<ImageRequest> = {
  prompt: () => ({}),
  count: within('count', [1, MOST_PIECES], (sampleCount) => ({ sampleCount })),
  aspectRatio: oneOf('aspectRatio', RATIOS, (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['1K', '2K'], (sampleImageSize) => ({ sampleImageSize })),
};

/**
 * The format stands beside the compression, so both are written together.
 * @throws ProviderError that names the field which the models do not take
 */
export function toImagenCall(request: ImageRequest, context: MediaContext): Call {
  const { outputFormat, outputCompression, ...rest } = request;
  const parameters = writeFields(rest, FIELDS);
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
