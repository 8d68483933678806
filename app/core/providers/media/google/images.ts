import type { ImageRequest, MediaAdapter, MediaContext, MediaEvent } from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readGeminiAnswer } from './gemini-events.ts';
import { toGeminiCall } from './gemini-request.ts';
import { readPredictions, toImagenCall } from './imagen.ts';

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

function toAnyCall(request: ImageRequest, context: MediaContext): Call {
  return isImagen(request) ? toImagenCall(request, context) : toGeminiCall(request, context);
}
