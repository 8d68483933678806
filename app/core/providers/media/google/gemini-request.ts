import { googleHeaders, googleUrl } from '#app/core/providers/shared/google-address.ts';
import type { ImageRequest, MediaContext, MediaInput } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import { oneOf, pictures, writeFields, type Writers } from '../shared/fields.ts';
import { PICTURE_LIMIT } from '../shared/pieces.ts';
import { statusOf } from './target.ts';

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'];
const MOST_PICTURES = 14;
/** Of an answer, with its thoughts and words: what is held for. */
export const GEMINI_MOST_TOKENS = 8192;

const FIELDS: Writers<ImageRequest> = {
  prompt: (text) => ({ text }),
  images: pictures(MOST_PICTURES, (inputs) => ({ inputs })),
  aspectRatio: oneOf('aspectRatio', RATIOS, (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['1K', '2K', '4K'], (imageSize) => ({ imageSize })),
  seed: (seed) => ({ seed }),
};

/** @throws ProviderError that names the field which the models do not take */
export function toGeminiCall(request: ImageRequest, context: MediaContext): Call {
  const { text, inputs, seed, ...imageConfig } = writeFields(request, FIELDS);
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
